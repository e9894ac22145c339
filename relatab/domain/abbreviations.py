"""The trade's vocabulary: what stands for what in reports, in both directions.

`ENTRIES` and `TRANSLATIONS` are plain data. A question that says "top of cement" should meet a column headed
"TOC", and the other way round; `expand` gives the spellings to add. A spelling with more
than one meaning ("TOC": top of cement, total organic carbon) is decided by the words
around it; where none of them helps, every meaning is added at a lower weight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from relatab.domain.text import words

# Another spelling of the same thing is nearly as good as the word itself ...
SYNONYM_WEIGHT = 0.6
# ... one of several possible meanings much less so.
AMBIGUOUS_WEIGHT = 0.25
# A foreign word is rare in a collection of one language, and rarity already speaks for it.
TRANSLATION_WEIGHT = 0.3


@dataclass(frozen=True, slots=True)
class Entry:
    """One concept: its spellings, and cues that speak for it.

    cues: words whose presence decides for this meaning of an ambiguous spelling.
    """

    spellings: tuple[str, ...]
    cues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expansion:
    """`text` may be printed for the words `spelling` of a question; weight in (0, 1]."""

    text: str
    spelling: tuple[str, ...]
    weight: float


def _entry(spellings: str, cues: str = "") -> Entry:
    return Entry(tuple(part.strip() for part in spellings.split("|")), tuple(cues.split()))


ENTRIES: tuple[Entry, ...] = tuple(
    _entry(*fields)
    for fields in (
        # depth and position
        ("measured depth|md|mdrt|mdrkb|ahd|along hole depth|ahrt", "depth tvd shoe survey set ft"),
        ("millidarcy|md|mdarcy", "permeability porosity plug core k kair air horizontal"),
        ("true vertical depth|tvd|tvdrt|tvdss|tv",),
        ("subsea|tvdss|tvd ss|sea level|msl|below sea level",),
        ("rotary table|rt|rotary kelly bushing|rkb|kelly bushing|kb|kbe|brt", "depth elevation"),
        ("ground level|gl|maaiveld|mv", "elevation depth bgl"),
        ("total depth|td|ftd",),
        ("plug back total depth|pbtd|plug back depth",),
        ("spud|spud date",),
        ("completion date|completed|compl date|rig release",),
        ("kick off point|kop|kickoff",),
        ("inclination|incl|inc|deviation|hole angle|drift|deviated|survey",),
        ("azimuth|azi|az|direction",),
        ("dogleg severity|dls|dogleg",),
        ("water depth|wd|seabed depth",),
        # casing
        ("casing|csg|cgs|casing string",),
        ("temperature|temp",),
        ("cost|price|expense",),
        ("well|borehole|wellbore",),
        ("conductor|cond|conductor pipe",),
        ("surface casing|sfc cgs|surf cond|surface conductor|sfc casing",),
        ("intermediate casing|int cgs|interm|intermediate",),
        ("production casing|prod cgs|prod casing",),
        ("liner|lnr",),
        ("tie back|tb|tieback",),
        ("top of liner|tol|liner top",),
        ("liner hanger|lh",),
        ("polished bore receptacle|pbr",),
        ("shoe|casing seat|shoe depth|set at|setting depth|casing depth|depth set",),
        ("screen|wws|wire wrapped screen|slotted liner",),
        ("perforation|perf|perforated interval|perforated|perforated zone",),
        ("outer diameter|od|outside diameter",),
        ("inner diameter|id|inside diameter",),
        ("wall thickness|wt|wall", "casing pipe od grade steel mm"),
        ("weight|wt", "mud density ppf lb casing"),
        ("worn tooth|wt", "bit dull grading"),
        ("connection|thread|coupling|btc|vam",),
        # drilling
        ("bottom hole assembly|bha|drill string",),
        ("bit record|bit|bit run",),
        ("total flow area|tfa|nozzle area",),
        ("dull grading|dull",),
        ("rate of penetration|rop|penetration rate|drilling rate|penetration",),
        ("weight on bit|wob",),
        ("torque|tq",),
        ("rotary speed|rpm|revolution",),
        ("stand pipe pressure|spp|pump pressure|standpipe pressure",),
        ("flow rate|pump rate|lpm|gpm|rate",),
        ("run in hole|rih|tripping in",),
        ("pull out of hole|pooh|pulled out|tripping out",),
        ("lost in hole|lih|fish",),
        ("stuck pipe|differential sticking|stuck",),
        ("lost circulation|losses|loss rate|no return|loss zone",),
        ("well control|kick|influx",),
        ("blowout preventer|bop|annular preventer",),
        ("maximum allowable annular surface pressure|maasp",),
        ("shut in drill pipe pressure|sidpp",),
        ("shut in casing pressure|sicp",),
        ("christmas tree|x mas tree|xmas tree",),
        ("non productive time|npt|downtime|lost time",),
        ("waiting on weather|wow",),
        ("daily drilling report|ddr|ddor|morning report|tour report|daily report",),
        ("time breakdown|time distribution|time analysis",),
        ("sidetrack|st|side track", "kop well hole wellbore window"),
        ("plugged and abandoned|p a|pa|p and a|abandoned|abandonment", "well plug status cement"),
        ("suspended|temporarily abandoned",),
        ("licensee|licencee|partner|owner",),
        ("production licence|pl|licence|license|production license",),
        ("share|interest|percentage|equity|licensee",),
        ("drilling permit|permit",),
        # cement
        ("top of cement|toc|cement top", "cement casing slurry shoe csg liner cbl bond annulus"),
        ("bottom of cement|boc",),
        ("waiting on cement|woc", "cement h hour slurry casing time drilled"),
        ("cement|cmt",),
        ("cement bond log|cbl|vdl|usit|rbt|bond log|variable density log",),
        ("leak off test|lot|xlot|leakoff|leak off|formation integrity test|fit|limit test",),
        ("equivalent mud weight|emw|mud equivalent|mud eqv|equivalent density",),
        ("bottom hole circulating temperature|bhct|circulating temperature",),
        ("bottom hole static temperature|bhst|static temperature",),
        ("bottom hole temperature|bht|bottomhole temperature|bhst",),
        ("static gel strength|sgs",),
        ("thickening time|pumping time|tt|pumpability",),
        ("compressive strength|uca|cs|crush strength",),
        ("free fluid|free water",),
        ("fluid loss|water loss|filtrate|filtrate loss|api loss|filter loss|wl",),
        ("slurry yield|yield", "slurry cement sack sk lead tail"),
        ("mix water|mixwater",),
        ("slurry density|slurry weight|density of slurry",),
        ("sack|sx|sk|sxs",),
        ("displacement|displaced|disp",),
        ("inner string|stinger",),
        ("squeeze|squeeze cementing|sqz",),
        # mud
        ("mud|drilling fluid|drilling mud",),
        ("water based mud|wbm|waterbased mud",),
        ("oil based mud|obm|oilbased mud|ltobm|naf",),
        ("synthetic based mud|sbm",),
        ("mud weight|mw|mud density|mud wt|weight", "mud pv yp ppg viscosity drilling"),
        ("equivalent circulating density|ecd|circulating density",),
        ("plastic viscosity|pv",),
        ("yield point|yp",),
        ("apparent viscosity|av",),
        ("funnel viscosity|visc|marsh|viscosity|fv",),
        ("gel strength|gel|10 sec gel|10 min gel",),
        ("high temperature high pressure|hthp|hpht",),
        ("methylene blue test|mbt|methylene blue",),
        ("chloride|cl|salinity",),
        ("calcium|ca|hardness",),
        ("low gravity solid|lgs",),
        ("high gravity solid|hgs",),
        ("lost circulation material|lcm",),
        ("barite|baryte|baroid",),
        ("density|dens",),
        # core and rock
        ("porosity|phi|por|φ",),
        (
            "permeability|perm|ka|kl|kair|kinf|k|kh",
            "core plug porosity air md horizontal",
        ),
        ("water saturation|sw|swi",),
        ("oil saturation|so|sor",),
        ("grain density|matrix density|rhob|rhoma|grain dens",),
        ("routine core analysis|rca|ccal|conventional core analysis|core analysis",),
        ("special core analysis|scal",),
        ("sidewall core|swc|side wall core",),
        ("core recovery|recovery|recovered|rec", "core cored cut interval"),
        ("formation resistivity factor|formation factor|ff|frf",),
        ("capillary pressure|pc",),
        ("relative permeability|kro|krw|krg",),
        ("wettability|usbm|amott",),
        (
            "oil water contact|owc|woc|fluid contact",
            "oil reservoir tvdss saturation contact fwl gwc",
        ),
        ("gas water contact|gwc",),
        ("gas oil contact|goc",),
        ("free water level|fwl",),
        ("water cut|wc|bsw",),
        ("acid solubility|soluble|solubility|acid",),
        # fluids and tests
        ("reservoir fluid study|pvt|pressure volume relation|fluid study|pressure volume",),
        ("gas oil ratio|gor|rs|gas liquid ratio|glr",),
        ("formation volume factor|fvf|bo|bg",),
        ("bubble point|pb|saturation pressure|bubblepoint",),
        ("dew point|dewpoint|saturation pressure|pd",),
        ("constant composition expansion|cce",),
        ("differential vaporization|dv|differential liberation",),
        ("constant volume depletion|cvd",),
        ("gallon per thousand|gpm",),
        ("composition|hydrocarbon analysis|component|mol percent|mole percent|mol",),
        ("condensate|distillate|cond|dist",),
        ("drill stem test|dst|drillstem test|production test|well test",),
        ("wireline test|rft|mdt|fit|repeat formation test|formation test",),
        ("production logging|plt",),
        ("flowing bottom hole pressure|fbhp|ffp|final flowing pressure|flowing pressure",),
        ("shut in bottom hole pressure|sibhp|static bhp|shut in pressure",),
        ("initial shut in|isi|isip|initial shut in pressure",),
        ("final shut in|fsi|fsip|final shut in pressure",),
        ("bottom hole pressure|bhp|reservoir pressure|bottomhole pressure",),
        ("pressure build up|pbu|build up|buildup",),
        ("absolute open flow|aof",),
        ("choke|choke size|bean",),
        ("gas rate|gas flow|gas production|mmcfd|mmscfd|mmscf",),
        ("oil rate|bopd|oil production|bpd",),
        ("water oil ratio|wor",),
        # geochemistry and geology
        (
            "total organic carbon|toc|organic carbon",
            "organic kerogen maturity vitrinite hi tmax source pyrolysis s2 ro geochemistry sample",
        ),
        ("vitrinite reflectance|ro|rv|reflectance|maturity|mature",),
        ("hydrogen index|hi",),
        ("oxygen index|oi",),
        ("extractable organic matter|moe|eom",),
        ("spore colour index|sci|thermal alteration index|tai",),
        ("stratigraphy|formation top|geological top|stratigraphic|lithostratigraphy",),
        ("formation|fm",),
        ("group|gp|grp",),
        ("member|mb|mbr",),
        ("thickness|thick|thk|drilled thickness",),
        ("sandstone|sst|sand",),
        ("limestone|lst",),
        ("shale|sh|clay|claystone",),
        # logs
        ("gamma ray|gr",),
        ("spontaneous potential|sp",),
        ("sonic|bhc|lss|long spaced sonic|dt|acoustic",),
        ("resistivity|ll|lld|ild|dual induction|di|laterolog|induction",),
        ("density log|fdc|ldl|rhob|litho density",),
        ("neutron|snp|cnl|nphi",),
        ("dipmeter|hdt|shdt|cdm",),
        ("vertical seismic profile|vsp|checkshot|velocity survey",),
        ("log|wireline|logging program|log run",),
        ("casing collar locator|ccl",),
    )
)

TRANSLATIONS: tuple[Entry, ...] = tuple(
    Entry(tuple(row.split("|")))
    for row in (
        "depth|diepte|dybde|profondeur|profundidad|глубина|井深|teufe",
        "well|boring|put|bronn|puits|pozo|скважина|井号",
        "pressure|druk|trykk|pression|presion|давление",
        "temperature|temperatuur|temperatura",
        "date|datum|dato|fecha|дата",
        "time|tijd|tid|tiempo|temps",
        "interval|интервал|intervalo|intervalle",
        "cost|kostnad",
        "content|teneur|contenido|gehalte|innhold",
        "tubing|tuberia",
        "thickness|tykkelse|dikte|epaisseur|espesor",
        "report|rapport|informe",
        "reservoir|yacimiento",
        "weight|vekt|gewicht|poids|peso",
        "spud|boring start",
        "completion date|完井",
        "casing|foringsror|cuvelage|tubage|套管|обсадная колонна",
        "bottom hole assembly|sarta",
        "bit record|barrena",
        "stuck pipe|atrapamiento",
        "lost circulation|perdida",
        "suspended|midlertidig avbrudd",
        "licensee|rettighetshaver",
        "production licence|utvinningstillatelse",
        "share|andel",
        "drilling permit|boretillatelse",
        "cement|sement|cemento|ciment|cementation|固井|цемент",
        "thickening time|稠化时间",
        "slurry density|水泥浆密度",
        "mud|slam|boue|lodo|钻井液|буровой раствор",
        "mud weight|slamvekt",
        "funnel viscosity|viscositeit|viskositet",
        "chloride|cloruro",
        "density|densidad|densite",
        "porosity|porosite|porosidad",
        "permeability|permeabilite",
        "total organic carbon|cot|carbone organique total",
        "extractable organic matter|matiere organique extractible",
        "formation|formacion",
        "sandstone|gres|arenisca",
        "limestone|calcaire|caliza",
        "shale|argile|lutita",
        "sample|echantillon|muestra|prove|monster",
    )
)
"""The English word first, then the same in the languages that the reports are in."""

_TRANSLATION_SET = frozenset(TRANSLATIONS)


def expand(terms: Sequence[str]) -> tuple[Expansion, ...]:
    """Other spellings of what a question says, longest spelling first at each place.

    terms: the question's words as `text.words` gives them, in order. Words that were
    part of a longer spelling do not expand on their own: "drill stem test" gives "dst",
    not the partners of "test". Sorted by place in the question, then by the table above.
    """
    spellings, longest = _index()
    found: list[Expansion] = []
    place = 0
    while place < len(terms):
        for length in range(min(longest, len(terms) - place), 0, -1):
            spelling = tuple(terms[place : place + length])
            if entries := spellings.get(spelling):
                found.extend(_expansions(spelling, entries, terms))
                place += length
                break
        else:
            place += 1
    return tuple(found)


def _expansions(
    spelling: tuple[str, ...], entries: tuple[Entry, ...], terms: Sequence[str]
) -> Iterator[Expansion]:
    meanings = [entry for entry in entries if entry not in _TRANSLATION_SET]
    context = set(terms) - set(spelling)
    chosen = [entry for entry in meanings if context & set(_words(entry.cues))] or meanings
    weight = SYNONYM_WEIGHT if len(chosen) == 1 else AMBIGUOUS_WEIGHT
    for entry in chosen:
        for text in _others(entry, spelling):
            yield Expansion(text, spelling, weight)
    for entry in entries:
        if entry in _TRANSLATION_SET:
            for text in _others(entry, spelling):
                english = text == entry.spellings[0]
                yield Expansion(text, spelling, SYNONYM_WEIGHT if english else TRANSLATION_WEIGHT)


def _others(entry: Entry, spelling: tuple[str, ...]) -> list[str]:
    return [text for text in entry.spellings if words(text) != spelling]


@cache
def _index() -> tuple[dict[tuple[str, ...], tuple[Entry, ...]], int]:
    """Entries by spelling, and the number of words in the longest spelling."""
    index: dict[tuple[str, ...], tuple[Entry, ...]] = {}
    for entry in ENTRIES + TRANSLATIONS:
        for spelling in dict.fromkeys(words(text) for text in entry.spellings):
            index[spelling] = (*index.get(spelling, ()), entry)
    return index, max(map(len, index))


@cache
def _words(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for text in texts for word in words(text))
