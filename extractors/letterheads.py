"""What stands at the head of a form and does not name it: firms, markings, entries."""

from __future__ import annotations

import re

_FIRM = re.compile(
    r".*\b(?:inc\.|incorporated|ltd|llc|llp|plc|gmbh|a/s|a\.s|s\.p\.a|s\.r\.l|sp\. z o\.o)(?!\w).*"
    r"|.*\w\W+(?<!\bby )(?<!\bof )(?<!\bper )(?<!\beach )\b(?:inc|limited|corp|corporation|co|company|companies"
    r"|laborator(?:ies|iet)|pty|asa|aps|b\.v|n\.v|s\.a|s/a|c\.a|oy|directorate|\w*direktorat(?:et)?)"
    r"\b\.?(?:\s*\([^()]*\))?(?:(?:\W+\w+)?\W+\S*\d\S*)?\W*"
    r"|(?:ооо|оао|зао|пао|ао)\s.*|.*公司",
    re.IGNORECASE | re.DOTALL,
)

_MARKING = re.compile(
    r"\W*(?:strictly |company |private and |streng |strengt |strikt )?(?:confidential|restricted|proprietary"
    r"|unrestricted|fortrolig|konfidensiel[lt]?|taushetsplikt|unntatt offentlighet|vertrouwelijk|vertraulich"
    r"|confidentiel(?:le)?|confidencial|riservato|конфиденциально|copy|original|draft|received|kopi|kopie"
    r"|copie|copia|utkast|entwurf|机密|保密)\b\W*(?:no\.?\s*)?\d*\W*",
    re.IGNORECASE,
)

_LABEL = (
    r"(?:well|borehole|hole|brønn|put|sondage|forage|puits|pozo|sondeo|bohrung|скважина|field|felt|veld|champ"
    r"|campo|feld|месторождение|lease|block|blokk|area|location|coordinates?|licen[cs]e|lisens|permit|county"
    r"|state|country|province|rig|contractor|operator|operatør|company|client|customer|selskap|compañía|société"
    r"|firma|file|sheet|page|side|seite|pagina|página|date|dato|datum|fecha|дата|job|afe|ref|order|ticket"
    r"|copy)"
)
_ENTRY = re.compile(
    rf"[^\W\d][^:：]{{1,39}}[:：]\s*\S.*"
    rf"|(?:{_LABEL}\W+)+(?:no|nr|name|id|identification|number|#|№)?[.:\s]*[^\s\d]{{0,4}}\d\S*"
    rf"(?:\s+(?:\S*\d|[^\W\d]\b|{_LABEL}\b|\W).*)?",
    re.IGNORECASE | re.DOTALL,
)

_FILLED_LABEL = re.compile(
    rf"{_LABEL}\W*(?:no|nr|id|name)?\W*[:：]\s*\S.*", re.IGNORECASE | re.DOTALL
)


def is_firm(text: str) -> bool:
    """Whether a line is the name of a company, a laboratory or an authority."""
    return _FIRM.fullmatch(text.strip()) is not None


def is_marking(text: str) -> bool:
    """Whether a line says who may read the page or which copy it is: "STRICTLY CONFIDENTIAL"."""
    return _MARKING.fullmatch(text) is not None


def is_entry(text: str) -> bool:
    """Whether a line is a label with its value, with a colon or without: "WELL NO 31/5-4"."""
    return _ENTRY.fullmatch(text.strip()) is not None


def is_filled_label(text: str) -> bool:
    """Whether a line is an entry by its usual label and a colon: "WELL: 31/5-4"."""
    return _FILLED_LABEL.fullmatch(text.strip()) is not None
