"""Expansion of the trade's words: both directions, meanings by their cues, other languages."""

import pytest

from relatab.domain.abbreviations import (
    AMBIGUOUS_WEIGHT,
    PART_WEIGHT,
    SYNONYM_WEIGHT,
    TRANSLATION_WEIGHT,
    expand,
    in_english,
    meanings,
)
from relatab.domain.languages import is_english
from relatab.domain.terms import query_terms, search_terms
from relatab.domain.text import words
from relatab.domain.vocabulary import entries


def added(question):
    return {e.text: e.weight for e in expand(words(question))}


@pytest.mark.parametrize(
    ("question", "meaning", "other"),
    [
        ("TOC behind the casing", "top of cement", "total organic carbon"),
        ("TOC of the kerogen", "total organic carbon", "top of cement"),
        ("TOC and Tmax of the source rock", "total organic carbon", "top of cement"),
        ("WOC hours after cement", "waiting on cement", "oil water contact"),
        ("WOC of the oil reservoir", "oil water contact", "waiting on cement"),
        ("WOC in m TVDSS", "oil water contact", "waiting on cement"),
        ("permeability MD", "millidarcy", "measured depth"),
        ("plug k in md", "millidarcy", "measured depth"),
        ("shoe at m MD", "measured depth", "millidarcy"),
        ("WT in mm of the steel", "wall thickness", "worn tooth"),
        ("WT in the dull grading", "worn tooth", "wall thickness"),
        ("WT of the mud", "weight", "worn tooth"),
        ("ST at the window", "sidetrack", "static"),
        ("ST temperature", "static", "sidetrack"),
        ("RT elevation", "rotary table", "real time"),
        ("RT data of the MWD", "real time", "rotary table"),
        ("depth below KB", "rotary table", "kilobyte"),
        ("file size in KB", "kilobyte", "rotary table"),
        ("well status PA", "plugged and abandoned", "pascal"),
        ("Pa of shear stress", "pascal", "plugged and abandoned"),
        ("FIT below the shoe", "leak off test", "wireline test"),
        ("FIT pressure points of the reservoir", "wireline test", "leak off test"),
        ("GPM of the pump", "flow rate", "gallon per thousand"),
        ("GPM of propane in the gas", "gallon per thousand", "flow rate"),
        ("PV and YP of the mud", "plastic viscosity", "pore volume"),
        ("PV injected in the core flood", "pore volume", "plastic viscosity"),
        ("SP log", "spontaneous potential", "shot point"),
        ("SP of the seismic line", "shot point", "spontaneous potential"),
        ("FF of the core plugs", "formation resistivity factor", "final flowing pressure"),
        ("FF and IF of the DST", "flowing bottom hole pressure", "formation resistivity factor"),
        ("PL of the partners' shares", "production licence", "production logging"),
    ],
)
def test_words_around_decide_between_meanings(question, meaning, other):
    assert added(question)[meaning] == SYNONYM_WEIGHT
    assert other not in added(question)


def test_without_help_every_meaning_is_added_at_the_lower_weight():
    weights = added("TOC")
    assert weights["top of cement"] == weights["total organic carbon"] == AMBIGUOUS_WEIGHT


@pytest.mark.parametrize(
    ("spelling", "around", "meant"),
    [
        ("MD", "permeability of core plugs", {"millidarcy"}),
        ("MD", "shoe depth", {"measured depth"}),
        ("MD", "", {"measured depth", "millidarcy"}),
        ("porosity", "", {"porosity"}),
        ("giraffe", "", set()),
    ],
)
def test_the_meaning_of_a_column_by_the_words_around(spelling, around, meant):
    assert meanings(spelling, around) == meant


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("Spülungsdichte (kg/l)", "mud weight (kg/l)"),
        ("Плотность бурового раствора, г/см3", "mud weight , г/см3"),
        ("钻井液密度 (g/cm3)", "mud weight (g/cm3)"),
        ("Profundidad (m)", "depth (m)"),
        ("debit card specializing", "debit card specializing"),
        ("Jane Lang, 288 Ferry Road", "Jane Lang, 288 Ferry Road"),
        ("the core of the Kern county wells", "the core of the Kern county wells"),
        ("9 5/8", "9 5/8"),
    ],
)
def test_a_text_of_the_trade_in_english(text, english):
    assert in_english(text) == english


def test_a_question_about_an_age_also_meets_its_parts_and_what_it_lies_within():
    weights = added("Paleocene")
    assert weights["palaeocene"] == SYNONYM_WEIGHT
    assert weights["danian"] == weights["paleogene"] == PART_WEIGHT
    assert not weights.keys() & {"neogene", "miocene", "maastrichtian"}


def test_the_longest_spelling_wins():
    assert "kop" in added("kick off point")
    assert "well control" in added("kick")
    assert "well control" not in added("kick off point")


def test_words_outside_the_trade_do_not_expand():
    assert expand(words("how many people came")) == ()


def test_every_spelling_leads_to_the_others_of_its_concept():
    for entry in entries():
        for spelling in (*entry.english, *entry.foreign):
            found = {words(e.text) for e in expand((*spelling.words, "and", *entry.cues))}
            others = {other.words for other in (*entry.english, *entry.foreign)}
            assert others - {spelling.words} <= found, (entry.name, spelling.text)


def test_no_spelling_stands_twice_in_a_concept():
    for entry in entries():
        forms = [spelling.words for spelling in (*entry.english, *entry.foreign)]
        assert all(forms), entry.name
        assert len(forms) == len(set(forms)), entry.name


def test_a_question_without_its_own_word_in_english_takes_the_other_languages_at_less():
    weights = added("topp sement")
    assert weights["top of cement"] == SYNONYM_WEIGHT
    assert weights["toc"] == TRANSLATION_WEIGHT


# A question in each language, and words of the English table that must answer it.
QUESTIONS = [
    # Norwegian
    ("Hva er dybden til foringsrørskoen?", "Casing shoe depth"),
    ("Slamvekten i 12 1/4 seksjonen", "Mud weight"),
    ("Hvor er topp sement bak foringsrøret?", "TOC"),
    ("Porøsitet og permeabilitet i kjernen", "Porosity, core permeability"),
    ("lekkasjetest ved skoen", "LOT shoe"),
    ("trykk og temperatur i brønntesten", "DST pressure temperature"),
    ("borerate og vekt på kronen", "ROP"),
    ("formasjonstopper og tykkelse", "Formation tops, thickness"),
    # Dutch
    ("Op welke diepte staat de schoen van de verbuizing?", "Casing shoe depth"),
    ("soortelijk gewicht van de spoeling", "mud density"),
    ("verdikkingstijd van de cementpap", "Slurry thickening time"),
    ("druk en temperatuur in de put", "well pressure temperature"),
    ("doorlatendheid en porositeit van de kern", "core permeability porosity"),
    ("boorsnelheid per beitel", "ROP bit"),
    ("dikte van de formaties", "formation thickness"),
    # French
    ("Quelle est la profondeur du sabot de tubage ?", "casing shoe depth"),
    ("densité de la boue", "mud weight"),
    ("pertes de circulation", "lost circulation"),
    ("porosité et perméabilité des carottes", "core porosity permeability"),
    ("temps d'épaississement du laitier", "slurry thickening time"),
    ("pression de fond et débit de gaz", "bottom hole pressure, gas rate"),
    ("COT des échantillons", "TOC sample"),
    # Spanish
    ("¿A qué profundidad se asentó la zapata de la tubería de revestimiento?", "casing shoe depth"),
    ("densidad del lodo", "mud weight"),
    ("pérdidas de circulación por tramo", "lost circulation interval"),
    ("atrapamientos de la sarta", "stuck pipe BHA"),
    ("cima de cemento", "TOC"),
    ("barrenas y velocidad de penetración", "bit ROP"),
    ("tiempo de espesamiento de las lechadas", "slurry thickening time"),
    # German
    ("In welcher Teufe steht der Rohrschuh?", "casing shoe depth"),
    ("Spülungsdichte und Viskosität", "mud weight viscosity"),
    ("Zementkopf hinter der Rohrtour", "TOC casing"),
    ("Porosität und Permeabilität der Kerne", "core porosity permeability"),
    ("Bohrfortschritt der Meißel", "ROP bit"),
    ("Mächtigkeit der Schichten", "thickness formation"),
    ("Lagerstättendruck und Temperatur", "reservoir pressure temperature"),
    # Chinese
    ("水泥浆密度是多少", "slurry density"),
    ("稠化时间与失水", "thickening time fluid loss"),
    ("套管下深", "casing shoe"),
    ("钻井液密度", "mud weight"),
    # Russian
    ("глубина спуска обсадной колонны", "depth casing"),
    ("плотность бурового раствора", "mud weight"),
    ("дебиты скважины", "rate well"),
    ("пористость и проницаемость керна", "core porosity permeability"),
]


@pytest.mark.parametrize(("question", "header"), QUESTIONS)
def test_a_question_in_each_language_meets_the_english_header(question, header):
    asked = dict(query_terms(question))
    assert [term for term in search_terms(header) if term not in asked] == []


@pytest.mark.parametrize(
    ("question", "header"),
    [
        ("casing shoe depth", "Foringsrør, skodybde, dybde (m)"),
        ("mud weight", "Slamvekt (s.g.)"),
        ("top of cement", "Bovenkant cement (m)"),
        ("slurry density", "Cementpap, dichtheid"),
        ("core porosity", "Porosité des carottes (%)"),
        ("leak-off test", "Prueba de goteo"),
        ("ROP and bit", "Bohrfortschritt, Meißel"),
        ("thickening time", "稠化时间 min"),
        ("mud density", "Плотность бурового раствора, г/см3"),
    ],
)
def test_a_question_in_english_meets_headers_in_other_languages(question, header):
    assert set(dict(query_terms(question))) & set(search_terms(header))


@pytest.mark.parametrize("word", ["dybde", "dybden", "dybder", "dybdene"])
def test_a_foreign_word_is_known_with_its_endings(word):
    assert added(f"hva er {word}")["depth"] == SYNONYM_WEIGHT


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("Tykningstid for halesementen, ikke for spyling", "thickening time for cement"),
        ("Tykningstid for halesementen i Terna", "thickening time for cement i Terna"),
        ("Temps d'épaississement du laitier dans Terna", "thickening time du slurry dans Terna"),
        ("Densité de boue, puits 31/5-4", "mud weight , well 31/5-4"),
        ("Verdickungszeit der Zementschlämme", "thickening time der slurry"),
        ("Terna的水泥浆稠化时间", "Terna slurry thickening time"),
        ("плотность бурового раствора", "mud weight"),
        ("slamvekt Terna", "mud weight Terna"),
    ],
)
def test_the_words_of_the_trade_are_put_into_english(question, english):
    assert in_english(question).startswith(english)


@pytest.mark.parametrize(
    "question",
    [
        "What was the mud weight in 31/5-4?",
        "How much did the members spend on advertisement?",
        "the placement of centralizers",
        "debit card number",
        "mud weight  Terna",
        "TOC",
        "",
    ],
)
def test_an_english_question_stays_as_it_is(question):
    assert in_english(question) == question
    assert not {"cement", "thickening time"} & set(added(question))


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("what is the depth", True),
        ("hva er dybden", False),
        ("wat is de diepte van de put", False),
        ("quelle est la profondeur", False),
        ("cuál es la profundidad", False),
        ("wie tief ist der Rohrschuh", False),
        ("глубина", False),
        ("井深", False),
        ("mud weight", None),
        ("", None),
    ],
)
def test_the_small_words_of_a_question_show_its_language(question, english):
    assert is_english(words(question)) is english
