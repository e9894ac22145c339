"""Tables on a page of words and rules, whatever they come from: a text layer or OCR.

`finder.find_on_page` takes a born-digital page, `scan.find_on_scan` the words of an OCR.
Both are pure functions of a `PageContent`.
"""
