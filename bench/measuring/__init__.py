"""What bench/run consists of."""
