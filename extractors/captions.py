"""Which of the lines around a table is its caption.

Petroleum reports seldom number their tables: about 60 % of captions are a heading or box
title right above, 28 % are numbered, 7 % stand below the table, 11 % of tables have none.
A wrong caption costs a search more than a missing one, so doubt means None.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from extractors.context import is_page_number
from extractors.footnotes import RAISED
from extractors.letterheads import is_filled_label, is_firm, is_marking
from relatab.model import Caption, CaptionSource

MAX_CAPTION_CHARS = 300
"""Longer paragraphs are prose, unless a point or colon sets their number off ..."""

LONGEST_CAPTION_CHARS = 800
"""... and they are no longer than the explanations that journals put into captions."""

CLEARLY_NEARER = 0.5
"""Lines by which a caption between two tables is nearer to the one it is set at."""

MAX_BOX_TITLE_WORDS = 14
"""A title that is not numbered names the table; more words make a sentence."""

NUMBERED_REACH_LINES = 3.0
"""Between a numbered caption and its table stand a unit line or a blank line, no more."""

TITLE_REACH_LINES = 2.0
"""A title without a number is bound to its table by nothing but nearness."""

# Labels by language: English, Scandinavian, Dutch, French, Spanish, Portuguese, Italian, German,
# Polish, Czech, Finnish, Turkish, Romanian, Russian.
_WORDS = (
    r"tables?|tab|tbl|exhibit|schedule|appendix|attachment|enclosure|encl"
    r"|tabell|vedlegg|bilaga?|tabel|bijlage|tableau|annexe|tablas?|cuadro|anexo|tabelas?|quadro"
    r"|tabella|allegato|tabelle|anhang|anlage|tabulka|taulukko|liite|tablo|tabelul"
    r"|таблица|табл|приложение"
)
_NUMBER = r"(?:[A-Z]{1,3}[-–.]?)?(?:\d+|[IVXLC]+)(?:\s?[.\-–:]\s?\d+)*[A-Za-z]?(?![\w%])|[A-Z](?=[\s:.–—-]|$)"
_LABELLED = re.compile(
    rf"\s*(?P<label>(?i:{_WORDS}))(?P<mark>[.\s]|(?=\d))\s*(?i:no\.?|nr\.?|nº|n°|№)?\s*"
    rf"[(\[]?(?P<number>{_NUMBER})[)\]]?(?P<rest>.*)",
    re.DOTALL,
)
_CHINESE = re.compile(
    r"\s*(?P<label>[附续]?表)\s*(?P<number>[0-9０-９]+(?:[-–.．][0-9０-９]+)*|[一二三四五六七八九十]+)"
    r"(?P<rest>.*)",
    re.DOTALL,
)
_UNNUMBERED = re.compile(
    r"\s*(?P<label>TABLE|TABELL|TABEL|TABLEAU|TABLA)\s*[.:]\s+(?P<rest>\S.*)", re.DOTALL
)
_SEPARATORS = " \t\u00a0\n.:|–—-−‒、．：)"
_CONTINUED = re.compile(
    r"[\s,;(\[–—-]*\b(?:continued|continuation|cont(?:inue)?['’.]?d?\b\.?|concluded|forts(?:att|\.)?|fortsettelse"
    r"|vervolg|suite|continuación|cont\.|fortsetzung|forts|продолжение|окончание)[\s)\]]*$"
    r"|[（(]续[）)]\s*$",
    re.IGNORECASE,
)
_CONTINUED_LABEL = re.compile(r"^\s*(?:续表|continuation of\b|продолжение\b)", re.IGNORECASE)

# An appendix has a number too, but may hold many tables: a title nearer to one of them wins.
_APPENDIX = re.compile(
    r"appendix|attachment|enclosure|encl|vedlegg|bilaga?|bijlage|annexe|anexo|allegato|anhang|anlage"
    r"|liite|приложение",
    re.IGNORECASE,
)

# "Table 3 shows ..." opens a sentence about a table; the caption has no finite verb there.
_SENTENCE_VERBS = re.compile(
    r"\s*(?:,\s|and\b|shows?\b|lists?\b|gives?\b|presents?\b|summari[sz]es\b|contains?\b|provides?\b"
    r"|illustrates?\b|details?\s(?:the|all)\b|is\b|are\b|was\b|were\b|has\b|have\b|below\b|above\b|can\b"
    r"|compares?\b|indicates?\b|includes?\b|reports?\s(?:the|that)\b|viser\b|gir\b|toont\b|geeft\b"
    r"|présente\b|montre\b|muestra\b|presenta\b|zeigt\b|enthält\b)",
)
_NOTE = re.compile(
    r"\s*(?:(?:foot)?notes?\s*[.:\d]|n\.?b\.?\s?[:.]|remarks?\s*:|sources?\s*:|legend\s*:|key\s*:|abbreviations?\s*:"
    r"|merknad(?:er)?\s*:|anm(?:erkning)?\.?\s*:|kilde\s*:|opmerking(?:en)?\s*:|bron\s*:|nota?s?\s*:|fuente\s*:"
    r"|remarques?\s*:|quelle\s*:|anmerkung(?:en)?\s*:|примечани[ея]\s*[:.]?|источник\s*:|注\s*[：:]|来源\s*[：:]"
    rf"|[*†‡§{RAISED}]+\s*\S|\(?[1-9a-e]\)\s+\S|\(\*+\)|[1-9]\s(?=[A-Z][a-z]).*\.$)",
    re.IGNORECASE | re.DOTALL,
)

_FIGURE = re.compile(
    r"\s*(?:fig(?:ur)?[.e]?|figuur|figura|abb(?:ildung)?\.?|plate|map|photo|рис(?:унок)?\.?)\s*[\dIVX]|\s*图\s*\d",
    re.IGNORECASE,
)

# "The following sizes were run:" leads over to a table and does not name it.
_LEAD_IN = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|will|may|can|shall|should|must|follow(?:s|ing)|below|including"
    r"|er|var|ble|følgende|nedenfor|zijn|werd|werden|volgende|est|sont|suivant[es]?|son|fueron|siguientes?"
    r"|ist|sind|wurden?|folgende[nrs]?)\b.*[:：]\s*$",
    re.IGNORECASE,
)

# "For the 12 1/4 in section:" opens a sentence that the table ends.
_LEADING_OPENING = re.compile(
    r"\s*(?:for|in|as|at|to|with|where|when|here|if|thus|hence|then|so|we|it|they|the (?:results?|data|values?)"
    r"|som|voor|met|pour|avec|para|con|für|mit|для)\s.*[:：]\s*$",
    re.IGNORECASE,
)

# Lines of a program or its prompt are no titles: "R> t(x)", ">>> f(a, b)", "x <- 3".
_CODE = re.compile(r"\W*\w{0,3}>\s|.*(?:<-|==|\w\([^()]*[=$\"(])|\s*(?:[$+\[]|##)", re.DOTALL)
_TYPED_RULE = re.compile(r"[-=_*~—]{4,}")
_IN_DASHES = re.compile(r"\s*[-–—]\s+(\S.*\S)\s+[-–—]\s*")
_UNFINISHED = re.compile(
    r".*\b(?:is|are|was|were|be|by|of|the|and|or|that|which|to|from|with|as|in|for|an?)\s*",
    re.DOTALL,
)
_NAMING_WORD = re.compile(r"[^\W\d_]{3,}|[\u3040-\u9fff\uac00-\ud7af]")

_ABBREVIATED = re.compile(r"(?:.*\W)?[A-Z]\.")  # the unit at the end of "... at 235°F."
_BULLET = re.compile(r"\s*[•‣⁃●○▪■□–—·►➢✓-]\s")

_ABOUT_THE_TABLE = re.compile(
    r"\s*(?:this table|the table|denne tabellen|tabellen|deze tabel|ce tableau|esta tabla|diese tabelle)\b",
    re.IGNORECASE,
)

_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\.?\s*")  # "(all depths in m RKB)"


@dataclass(frozen=True, slots=True)
class Line:
    """A line or paragraph near a table.

    distance: blank space between it and the table in line pitches of the body text (0 for
    touching; a Word reader counts the paragraphs between). heading: a heading style, or
    type larger than the body's. alone: a paragraph of one unbroken line that begins where
    the table does. caption_style, sequence_field: Word's own caption marks. furniture: a running
    page header or footer. height: from its top to its bottom, in the same pitches. note: begins
    with a raised mark.
    """

    text: str
    distance: float = 0.0
    bold: bool = False
    centred: bool = False
    heading: bool = False
    alone: bool = False
    caption_style: bool = False
    sequence_field: bool = False
    furniture: bool = False
    height: float = 1.0
    note: bool = False


@dataclass(frozen=True, slots=True)
class CaptionMatch:
    """A numbered caption taken apart: "Table", "3.1", "Mud program", continued or not."""

    label: str
    number: str
    title: str
    continued: bool = False


def match_caption(text: str) -> CaptionMatch | None:
    """The parts of a numbered caption; None for other text, sentences about a table too."""
    line = " ".join(text.split())
    if not line or len(line) > LONGEST_CAPTION_CHARS:
        return None
    continued = bool(_CONTINUED.search(line) or _CONTINUED_LABEL.match(line))
    line = re.sub(r"^续表", "表", _CONTINUED.sub("", line))
    line = _CONTINUED_LABEL.sub("", line).strip()
    match = _LABELLED.match(line) or _CHINESE.match(line)
    if match is None:
        unnumbered = _UNNUMBERED.match(line)
        return (
            CaptionMatch(unnumbered["label"], "", unnumbered["rest"].strip(), continued)
            if unnumbered
            else None
        )
    if _is_sentence(match["label"], match["rest"]):
        return None
    if len(line) > MAX_CAPTION_CHARS and match["rest"].lstrip()[:1] not in tuple(".:–—-|"):
        return None
    number = re.sub(r"\s", "", match["number"])
    return CaptionMatch(match["label"], number, match["rest"].strip(_SEPARATORS), continued)


def looks_like_note(text: str) -> bool:
    """Whether a line is a footnote or source line: "Note:", "* ...", "1) ...", "Source:"."""
    return bool(_NOTE.match(text))


def is_caption_line(line: Line) -> bool:
    """Whether a line is marked or numbered as a table's caption (a figure's is not)."""
    if line.furniture or not line.text.strip() or _FIGURE.match(line.text):
        return False
    if line.sequence_field or line.caption_style:
        return True
    match = match_caption(line.text)
    return match is not None and not _APPENDIX.fullmatch(match.label)


def is_title(text: str) -> bool:
    """Whether a line set off from the text can name a table: no prose, note, page number,
    lead-in, program text, formula, firm, marking or entry of a form.
    """
    return bool(_NAMING_WORD.search(text)) and not (
        looks_like_note(text)
        or _CODE.match(text)
        or _UNFINISHED.fullmatch(text)
        or _LEADING_OPENING.match(text)
        or _is_prose(text)
        or is_page_number(text)
        or _FIGURE.match(text)
        or _LEAD_IN.search(text)
        or _BULLET.match(text)
        or is_firm(text)
        or is_marking(text)
        or is_filled_label(text)
    )


def is_remark(text: str) -> bool:
    """Whether a line is a remark in brackets: "(all depths in m RKB)"."""
    return _IN_BRACKETS.fullmatch(text) is not None


def is_capitals(text: str) -> bool:
    """Whether a text has at least four letters and none of them is small; "(cont.)" apart."""
    letters = [character for character in _CONTINUED.sub("", text) if character.isalpha()]
    return len(letters) >= 4 and all(
        letter.isupper() for letter in letters if letter.lower() != letter.upper()
    )


def choose_caption(above: Sequence[Line], below: Sequence[Line]) -> Caption | None:
    """The caption among the lines above and below a table, each nearest first.

    Order of trust: a marked or numbered caption above, one below, a title right above.
    Footnotes and running headers never count; None rather than a guess.
    """
    return _numbered(above) or _numbered(below) or _title_above(above)


def choose_captions(
    around: Sequence[tuple[Sequence[Line], Sequence[Line]]],
) -> list[Caption | None]:
    """The captions of a page's tables, from the lines above and below each.

    A numbered caption between two tables names one: the upper one where the lower has its own
    below, else the clearly nearer, else the lower.
    """
    sides = [(list(above), list(below)) for above, below in around]
    for upper, (above, below) in enumerate(sides):
        shared = None if _numbered_line(above) else _numbered_line(below)
        if shared is None:
            continue
        for lower, (others, own) in enumerate(sides):
            rival = _numbered_line(others) if lower != upper else None
            if rival is None or rival.text != shared.text:
                continue
            if _numbered_line(own) or shared.distance + CLEARLY_NEARER < rival.distance:
                sides[lower] = (others[: others.index(rival)], own)
            else:
                sides[upper] = (above, below[: below.index(shared)])
    return [choose_caption(above, below) for above, below in sides]


def remarks_above(above: Sequence[Line]) -> tuple[str, ...]:
    """Lines in brackets between a table and its caption, downwards: "(all depths in m RKB)"."""
    remarks = []
    for line in above:
        if not line.text.strip():
            continue
        if line.distance > TITLE_REACH_LINES or not is_remark(line.text):
            break
        remarks.append(_tidy(line.text))
    return tuple(reversed(remarks))


def figure_caption(above: Sequence[Line], below: Sequence[Line]) -> Caption | None:
    """The numbered caption of a figure, each side nearest first: figures have theirs below.

    For tables that are pasted in as pictures only.
    """
    for line in (*below[:1], *above[:1]):
        if line.distance <= NUMBERED_REACH_LINES and _FIGURE.match(line.text):
            return Caption(_tidy(line.text), "numbered")
    return None


def _numbered(lines: Sequence[Line]) -> Caption | None:
    line = _numbered_line(lines)
    return None if line is None else Caption(_with_title(lines, lines.index(line)), _source(line))


def _numbered_line(lines: Sequence[Line]) -> Line | None:
    """The nearest marked or numbered caption within reach.

    Notes and set-off lines that stand between, such as units, belong to the table: the reach
    counts on from them.
    """
    reach = NUMBERED_REACH_LINES
    for line in lines:
        if line.distance > reach:
            return None
        if line.furniture or not line.text.strip():
            continue
        if is_caption_line(line):
            return line
        if not _may_stand_between(line):
            return None
        if line.note or looks_like_note(line.text) or line.bold or line.centred:
            reach = line.distance + line.height + NUMBERED_REACH_LINES
    return None


def _source(line: Line) -> CaptionSource:
    if line.sequence_field:
        return "sequence_field"
    return "style" if line.caption_style else "numbered"


def _with_title(lines: Sequence[Line], index: int) -> str:
    """The caption's text; a bare "Table 3" takes the title that stands next to it."""
    text = _tidy(lines[index].text)
    match = match_caption(text)
    if match is None or match.title or index == 0:
        return text
    title = _tidy(lines[index - 1].text)
    return text if not title or looks_like_note(title) else f"{text} {title}"


def _may_stand_between(line: Line) -> bool:
    """Whether a caption further off still belongs to the table across this line."""
    text = line.text
    note = line.note or looks_like_note(text)
    return note or bool(_ABOUT_THE_TABLE.match(text)) or not _is_prose(text)


def _title_above(above: Sequence[Line]) -> Caption | None:
    reach = TITLE_REACH_LINES
    for line in above:
        if line.distance > reach:
            return None
        text = _tidy(line.text)
        if is_remark(text):
            reach += line.height  # a remark belongs to the title
            continue
        if not text or line.furniture:
            continue
        if match_caption(text):
            return Caption(text, "numbered")
        if not is_title(text):
            return None
        if line.heading:
            return Caption(text, "heading")
        return Caption(text, "box_title") if _is_set_off(line) else None
    return None


def _is_set_off(line: Line) -> bool:
    """Whether a line differs from running text by its look, or by the blank around it."""
    look = line.bold or line.centred or is_capitals(line.text)
    look = look or _IN_DASHES.fullmatch(line.text) is not None
    return look or line.text.rstrip().endswith(":") or (line.alone and line.text[:1].isupper())


def _is_sentence(label: str, rest: str) -> bool:
    """Whether "Table 3<rest>" goes on as a sentence ("Table 3 shows", "table 3, the ...")."""
    if _SENTENCE_VERBS.match(rest):
        return True
    return label.islower() and label not in ("табл", "tab")


def _is_prose(text: str) -> bool:
    words = text.split()
    return len(words) > MAX_BOX_TITLE_WORDS or (
        text.rstrip().endswith((".", ";", ",", "。", "；"))
        and len(words) > 3
        and not _ABBREVIATED.fullmatch(words[-1])
    )


def _tidy(text: str) -> str:
    """The text in single spaces, without the dashes that a typist put under it or around it."""
    tidy = " ".join(_TYPED_RULE.sub(" ", text).split())
    set_off = _IN_DASHES.fullmatch(tidy)
    return set_off[1] if set_off else tidy
