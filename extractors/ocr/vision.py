"""OpenCV on one thread: workers run side by side, and their threads would fight for the cores."""

from __future__ import annotations

import cv2

cv2.setNumThreads(1)

__all__ = ["cv2"]
