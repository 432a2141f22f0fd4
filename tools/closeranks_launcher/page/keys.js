// What the page does beyond being read: details of what is focused or pointed at, arrow keys, width, unfolding.
"use strict";
(() => {
  const chart = document.getElementById("chart");
  if (!chart) return;
  const details = document.getElementById("details");
  const hint = details.textContent;
  const show = (event) => {
    const marked = event.target.closest("[data-tip]");
    details.textContent = marked ? marked.dataset.tip : hint;
  };
  chart.addEventListener("focusin", show);
  chart.addEventListener("mouseover", show);
  chart.addEventListener("mouseleave", () => {
    const focused = chart.contains(document.activeElement) && document.activeElement.closest("[data-tip]");
    details.textContent = focused ? focused.dataset.tip : hint;
  });

  // One row can be reached by Tab, the others from there.
  const isShown = (row) => (row.closest("details") ?? { open: true }).open;
  const rows = () => [...chart.querySelectorAll(".row")].filter(isShown);
  const first = rows()[0];
  if (first) first.tabIndex = 0;
  chart.addEventListener("keydown", (event) => {
    const all = rows();
    const at = all.indexOf(document.activeElement);
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    if (!(event.key in steps) || at < 0) return;
    const next = all[Math.min(Math.max(steps[event.key], 0), all.length - 1)];
    if (!next.matches("a")) next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  });

  let zoom = 1;
  for (const button of document.querySelectorAll("[data-zoom]"))
    button.addEventListener("click", () => {
      const factors = { in: zoom * 2, out: zoom / 2, fit: 1 };
      const middle = (chart.scrollLeft + chart.clientWidth / 2) / chart.scrollWidth; // which stays in the middle
      zoom = Math.min(Math.max(factors[button.dataset.zoom], 1), 256);
      chart.style.setProperty("--zoom", zoom);
      chart.scrollLeft = middle * chart.scrollWidth - chart.clientWidth / 2;
    });

  const unfold = document.getElementById("unfold");
  const folds = chart.querySelectorAll("details");
  unfold.hidden = folds.length === 0;
  unfold.addEventListener("click", () => {
    const open = unfold.getAttribute("aria-pressed") !== "true";
    unfold.setAttribute("aria-pressed", open);
    for (const fold of folds) fold.open = open;
  });
  document.querySelector(".controls").hidden = false;
})();
