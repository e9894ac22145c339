"""A hit as the tests of answers take it."""

from relatab.retrieval import Hit, Match

HIT = Hit(
    rank=1,
    table_id="ab12cd34ef56-000",
    caption="Table 4: Mud weight",
    document="/share/Brønn 7_11-1/end of well report.pdf",
    paths=("/share/Brønn 7_11-1/end of well report.pdf",),
    page=12,
    pages=(12, 13),
    page_label="iv",
    page_exact=True,
    scanned=False,
    confidence=None,
    page_confidence=None,
    doubtful_cells=0,
    region=None,
    score=0.9,
    relevance=0.8,
    supplement=0.1,
    selected=True,
    columns=("Hole", "Depth, m MD", "Mud weight (sg)", "Remark"),
    matched_columns=(2,),
    preview=(("36", "262", "1.03", "sea water"), ("8 1/2", "4012", "1.27", "drilled to TD " * 9)),
    preview_rows=(1, 5),
    preview_notes=(),
    matches=(Match(5, 0, "8 1/2"),),
    via=(),
    adds=(),
    why=('caption matches "Mud", "weight"',),
)
