#include "runtime/store/directory.hpp"

#include "tests/unit/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sys/stat.h>

namespace closeranks::store {
namespace {

class DirectoryTest : public testing::Test {
  protected:
    DirectoryTest() {
        Image::Bytes bytes;
        static_cast<void>(Image::append(bytes, 4, 100));
        image = Image(bytes);
    }
    test::TemporaryFolder folder;
    std::filesystem::path path = std::filesystem::path(folder / "a") / "b";
    Directory directory{path};
    Image image;
};

TEST_F(DirectoryTest, GivesBackWhatWasWritten) {
    ASSERT_EQ(directory.prepare(2), "");
    std::vector<Directory::Committed> committed{{.stamp = 1, .ranks = 1, .missing = {}}};
    EXPECT_EQ(directory.committed(committed), "");
    EXPECT_TRUE(committed.empty());
    EXPECT_EQ(directory.write(2, 70, image), "");
    EXPECT_EQ(directory.commit({{.stamp = 70, .ranks = 5, .missing = {1, 4}},
                                {.stamp = 68, .ranks = 6, .missing = {}}}),
              "");
    EXPECT_EQ(directory.committed(committed), "");
    ASSERT_EQ(committed.size(), 2U);
    EXPECT_EQ(committed[0].stamp, 70);
    EXPECT_EQ(committed[0].ranks, 5);
    EXPECT_EQ(committed[0].missing, (std::vector{1, 4}));
    EXPECT_TRUE(committed[0].has(0));
    EXPECT_FALSE(committed[0].has(4));
    EXPECT_FALSE(committed[0].has(5));
    EXPECT_EQ(committed[1].stamp, 68);
    EXPECT_TRUE(committed[1].has(5));
    Image read;
    EXPECT_EQ(directory.read(2, 70, read), "");
    EXPECT_EQ(read.checksum(), image.checksum());
    EXPECT_EQ(read.bytes().size(), image.bytes().size());
    std::ofstream(path / "rank-2.stamp-70.new") << "of a process that died while it wrote";
    directory.remove(2, 70);
    EXPECT_NE(directory.read(2, 70, read), "");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path), {}), 1); // "committed"
    directory.remove(2, 70);                                                    // there is none
}

TEST_F(DirectoryTest, TellsWhyItCannotRead) {
    ASSERT_EQ(directory.prepare(0), "");
    ASSERT_EQ(mknod((path / "committed").c_str(), S_IFSOCK | 0600, 0), 0); // cannot be opened
    std::vector<Directory::Committed> committed;
    EXPECT_EQ(directory.committed(committed).find("cannot read "), 0U);
}

TEST_F(DirectoryTest, TakesNothingThatHasChanged) {
    ASSERT_EQ(directory.prepare(0), "");
    ASSERT_EQ(directory.write(0, 1, image), "");
    const auto file = path / "rank-0.stamp-1";
    {
        std::fstream changed(file, std::ios::in | std::ios::out | std::ios::binary);
        changed.seekp(60);
        changed.put('x');
    }
    Image read;
    EXPECT_NE(directory.read(0, 1, read).find("checksum differs"), std::string::npos);
    std::filesystem::resize_file(file, 50);
    EXPECT_NE(directory.read(0, 1, read).find("length is wrong"), std::string::npos);
    std::vector<Directory::Committed> committed;
    const std::string head = "closeranks store 1\n";
    const std::string second = "stamp 2\nranks 1\nmissing 0\n";
    for (const std::string &text :
         {std::string("stamp 1"), std::string("closeranks store 2\n") + second, head + "stamp 2",
          head + "stamp 2\nranks 3\nmissing 2 1\n", head + second + second}) {
        std::ofstream(path / "committed") << text;
        EXPECT_NE(directory.committed(committed), "") << text;
        EXPECT_TRUE(committed.empty());
    }
    std::ofstream(path / "committed") << head << second << "stamp 1\nranks 1\nmissing 0";
    EXPECT_EQ(directory.committed(committed), "");
    EXPECT_EQ(committed.size(), 2U);
}

TEST_F(DirectoryTest, SaysWhyItCannotWrite) {
    std::ofstream(folder / "a") << "a file";
    EXPECT_NE(directory.prepare(0).find("cannot make"), std::string::npos);
    EXPECT_NE(directory.write(0, 1, image).find("cannot write"), std::string::npos);
}

TEST_F(DirectoryTest, SaysWhyItCannotTellWhatThereIs) {
    ASSERT_EQ(directory.prepare(0), "");
    std::filesystem::create_symlink(path / "committed", path / "committed"); // leads nowhere
    std::vector<Directory::Committed> committed;
    EXPECT_NE(directory.committed(committed), "");
}

} // namespace
} // namespace closeranks::store
