"""Values that documents give (money, dates, quantities, names …), each said in several ways and changed in kind."""

import random
from dataclasses import dataclass, field

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = ". . twenty thirty forty fifty sixty seventy eighty ninety".split()
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
FIRST = """Amira Tomas Lucia Henrik Priya Olu Mei Dmitri Fatima George Hanna Ivan Jasmine Karl Leila Marcus Nadia Oscar Paula
Quentin Rosa Samuel Tara Ulrich Vera Walter Xenia Yusuf Zoe Anders Beatrice Carlos Daphne Emil Farah Gustav Helena Igor Judith Kofi
Lena Miguel Noor Otto Petra Rashid Sofia Thomas Ursula Victor Wendy Aaron Bella Chidi Dora Ethan Freya Grace Hugo Ines James Kate
Liam Martha Nathan Olive Peter Rachel Simon Teresa Umar Violet William Ama Björn Clara David Elena Felix Greta Hamid Isabel Jonas""".split()
LAST = """Keller Novak Okafor Lindqvist Sharma Moreau Tanaka Petrov Hassan Whitfield Brandt Castillo Dubois Eriksen Ferrari Grant
Holloway Ibrahim Jensen Kowalski Larsen Mbeki Nguyen Ortega Popescu Quinn Rossi Santos Thornton Ueda Varga Weiss Yilmaz Zhang Abbott
Bianchi Chen Delgado Evans Fischer Garcia Horvat Iqbal Johansson Khan Lopez Murphy Nakamura O'Brien Patel Ramirez Schneider Taylor
Vasquez Wagner Young Adeyemi Bauer Clarke Diaz Edwards Fournier Goldberg Hughes Park Reyes Stone Torres Walsh Carter""".split()
PLACES = """Lisbon Leeds Oslo Turin Denver Nairobi Osaka Gdansk Lyon Porto Graz Bergen Cardiff Seville Utrecht Tampere Basel Quito
Adelaide Calgary Durban Ghent Hobart Izmir Jakarta Krakow Lima Malmo Nantes Omaha Perth Riga Split Tallinn Uppsala Valencia Windsor
York Zurich Austin Boston Cork Dresden Exeter Florence Galway Hamburg Innsbruck Kyoto Linz Madrid Naples Odense Prague Rotterdam
Salzburg Toronto Vienna Warsaw Antwerp Bristol Chicago Dublin Edinburgh Geneva Helsinki Istanbul Leipzig Munich Norwich Phoenix""".split()
STEMS = """Alder Brook Corvi Delta Ever Fern Gran Hale Iris Juno Kest Luma Merid Nord Orbi Pine Quan Rive Sol Tern Umbra Vent West Xan
Yar Zeph Aqua Bolt Cedar Dyna Elm Flux Glen Harbor Ivo Jade Kilo Lark Mono Nova Opal Peak Ridge Sable Talo Vega Wren Amber Birch""".split()
TAILS = "field line tech works wave mark stone gate point port lane crest view ford well bridge ton ware flow core pad cast".split()
COLOURS = "red blue green black white grey yellow orange silver purple brown".split()
MATERIALS = "steel aluminium oak brass polycarbonate glass cotton leather bamboo ceramic titanium copper nylon rubber wool".split()
DEPARTMENTS = "finance|human resources|the legal team|procurement|the IT service desk|the line manager|the safety officer|facility management|the data protection officer|the board|customer service|the quality team|payroll|the regional office".split("|")
CURRENCIES = [("$", "US dollars", "USD"), ("€", "euros", "EUR"), ("£", "pounds", "GBP"), ("$", "dollars", "USD"), ("CHF ", "Swiss francs", "CHF"), ("¥", "yen", "JPY")]


def words_of(n: int) -> str:
    """A whole number from 0 to 999,999 in words."""
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + ("-" + ONES[n % 10] if n % 10 else "")
    if n < 1000:
        return ONES[n // 100] + " hundred" + (" and " + words_of(n % 100) if n % 100 else "")
    return words_of(n // 1000) + " thousand" + (" " + words_of(n % 1000) if n % 1000 else "")


def plain(x: float) -> str:
    return f"{x:.6f}".rstrip("0").rstrip(".") if "." in f"{x:.6f}" else str(x)


def say_number(x: float, r: random.Random) -> str:
    x = round(x, 6)
    if x == int(x):
        n = int(x)
        if n < 13 and r.random() < 0.45:
            return words_of(n)
        if n < 1000:
            return words_of(n) if r.random() < 0.1 and n <= 100 else str(n) + (".0" if r.random() < 0.03 else "")
        ways = [f"{n:,}", f"{n:,}", str(n)]
        if n % 1000 == 0 and n < 1_000_000:
            ways += [f"{n // 1000} thousand", words_of(n)] if n // 1000 < 100 else [f"{n // 1000} thousand"]
        if n >= 1_000_000 and n % 10_000 == 0:
            ways += [plain(n / 1e6) + " million"] * 3
        if n >= 1_000_000_000 and n % 10_000_000 == 0:
            ways += [plain(n / 1e9) + " billion"] * 3
        return r.choice(ways)
    text = plain(x)
    if r.random() < 0.12 and len(text.split(".")[1]) == 1:
        return text + "0"
    whole, part = text.split(".")
    return f"{int(whole):,}.{part}" if int(whole) >= 1000 else text


def nudge(x: float, r: random.Random) -> float:
    """Another number of the same look: a digit changed, digits swapped, scaled, or stepped."""
    for _ in range(30):
        how = r.random()
        text = plain(x)
        if how < 0.4:
            at = r.choice([i for i, c in enumerate(text) if c.isdigit()])
            text = text[:at] + r.choice("123456789") + text[at + 1 :]
        elif how < 0.5 and len(text) > 1:
            at = r.randrange(len(text) - 1)
            if text[at].isdigit() and text[at + 1].isdigit():
                text = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
        elif how < 0.62:
            text = plain(x * r.choice([0.1, 10, 2, 0.5, 100]))
        elif how < 0.85:
            step = 10 ** max(0, len(text.split(".")[0]) - 1)
            text = plain(x + step * r.choice([-2, -1, 1, 2, 0.5])) if x >= 10 else plain(x + r.choice([-2, -1, 1, 2, 3]))
        else:
            text = plain(round(x * r.uniform(0.5, 1.7), 0 if x == int(x) else 1))
        try:
            y = float(text)
        except ValueError:
            continue
        if y > 0 and abs(y - x) > 1e-9 * max(1, x) and abs(y - x) / x > 0.004 and (x != int(x) or y == int(y)) and y < 1e13 and "." not in text[-1:]:
            return y
    return x + 1


@dataclass
class Value:
    kind: str
    key: object
    say: object = field(repr=False)
    change: object = field(repr=False)
    number: float | None = None
    unit: object = None


def number_value(x: float, tell, r: random.Random, kind: str, low: float = 0, high: float = 1e13) -> Value:
    """@param tell (number, random) → the value in words, unit included."""

    def change():
        for _ in range(20):
            y = nudge(x, r)
            if low <= y <= high:
                return number_value(y, tell, r, kind, low, high)
        return number_value(x + 1, tell, r, kind, low, high)

    return Value(kind, round(x, 6), lambda: tell(x, r), change, x, tell)


def round_number(low: float, high: float, r: random.Random) -> float:
    x = r.uniform(low, high)
    if high <= 20 or r.random() < 0.15:
        return float(round(x)) if high - low > 3 and r.random() < 0.6 else round(x, 1)
    digits = r.choice([1, 2, 2, 3])
    size = 10 ** max(0, len(str(int(x))) - digits)
    return float(max(round(low) or 1, round(x / size) * size))


UNITS = {
    "m": [("m", 1), ("metres", 1), ("meters", 1), ("km", 1000)],
    "km": [("km", 1), ("kilometres", 1), ("kilometers", 1), ("m", 0.001)],
    "cm": [("cm", 1), ("centimetres", 1), ("mm", 0.1)],
    "mm": [("mm", 1), ("millimetres", 1), ("cm", 10)],
    "kg": [("kg", 1), ("kilograms", 1), ("kilos", 1), ("g", 0.001)],
    "g": [("g", 1), ("grams", 1), ("kg", 1000)],
    "t": [("tonnes", 1), ("t", 1), ("kg", 0.001), ("metric tons", 1)],
    "l": [("litres", 1), ("l", 1), ("liters", 1), ("ml", 0.001)],
    "ml": [("ml", 1), ("millilitres", 1)],
    "mg": [("mg", 1), ("milligrams", 1), ("g", 1000)],
    "w": [("W", 1), ("watts", 1), ("kW", 1000)],
    "kw": [("kW", 1), ("kilowatts", 1), ("W", 0.001)],
    "gb": [("GB", 1), ("gigabytes", 1)],
    "mb": [("MB", 1), ("megabytes", 1)],
    "ms": [("ms", 1), ("milliseconds", 1), ("s", 1000)],
    "v": [("V", 1), ("volts", 1)],
    "c": [("°C", 1), ("degrees Celsius", 1), (" °C", 1), ("degrees", 1)],
    "m2": [("m²", 1), ("square metres", 1), ("square meters", 1), ("sqm", 1)],
    "kmh": [("km/h", 1), ("kilometres per hour", 1), ("kph", 1)],
    "bar": [("bar", 1)],
    "db": [("dB", 1), ("decibels", 1)],
    "mah": [("mAh", 1)],
    "hz": [("Hz", 1), ("hertz", 1)],
    "ppm": [("ppm", 1), ("parts per million", 1)],
}
SHARES = {50: ["half", "one half"], 25: ["a quarter", "one quarter"], 75: ["three quarters"], 20: ["a fifth", "one in five"], 10: ["a tenth", "one in ten"], 33.3: [], 40: ["two fifths"], 80: ["four fifths", "four in five"]}


def say_percent(x, r):
    text = say_number(x, random.Random(1)) if x != int(x) else plain(x)
    return r.choice([f"{text}%", f"{text}%", f"{text} percent", f"{text} per cent", f"{text} %"])


def say_clock(m, r):
    h, q = divmod(int(m) % 1440, 60)
    half = f"{h % 12 or 12}:{q:02d} {'am' if h < 12 else 'pm'}"
    ways = [f"{h:02d}:{q:02d}", f"{h:02d}:{q:02d}", half, half.replace("am", "a.m.").replace("pm", "p.m."), f"{h}:{q:02d}" if h > 9 else f"{h:02d}:{q:02d} hours"]
    if q == 0:
        ways += [f"{h % 12 or 12} {'am' if h < 12 else 'pm'}", "noon" if h == 12 else f"{words_of(h % 12 or 12)} {'in the morning' if h < 12 else 'in the afternoon' if h < 18 else 'in the evening'}"]
    return r.choice(ways)


def say_days(d, r):
    d = int(d)
    ways = [f"{d} days", f"{d} days", f"{words_of(d)} days" if d < 100 else f"{d} days", f"{d} calendar days"]
    if d == 1:
        ways = ["one day", "1 day", "24 hours", "a day"]
    if d % 7 == 0 and d > 6:
        ways += [f"{say_number(d // 7, r)} weeks" if d > 7 else "one week"] * 2 + (["a fortnight"] if d == 14 else [])
    if d in (2, 3):
        ways += [f"{24 * d} hours"]
    return r.choice(ways)


def say_months(d, r):
    d = int(d)
    ways = [f"{d} months", f"{words_of(d)} months"] if d > 1 else ["one month", "1 month", "a month"]
    if d % 12 == 0:
        y = d // 12
        ways += [f"{say_number(y, r)} years" if y > 1 else "one year"] * 2 + (["a year"] if y == 1 else [])
    if d in (3, 6, 9):
        ways += [{3: "a quarter of a year", 6: "half a year", 9: "three quarters of a year"}[d]]
    return r.choice(ways)


def say_minutes(d, r):
    d = int(d)
    ways = [f"{d} minutes", f"{d} min", f"{words_of(d)} minutes" if d < 100 else f"{d} minutes"]
    if d % 60 == 0:
        h = d // 60
        ways += [f"{say_number(h, r)} hours" if h > 1 else "one hour"] * 2 + (["an hour"] if h == 1 else [])
    elif d % 30 == 0:
        ways += [f"{d / 60:.1f} hours", f"{d // 60} h 30 min"] if d > 60 else ["half an hour"]
        ways += ["an hour and a half"] if d == 90 else []
    elif d > 60:
        ways += [f"{d // 60} h {d % 60} min", f"{d // 60} hour{'s' if d >= 120 else ''} and {d % 60} minutes"]
    return r.choice(ways)


def date_value(y, m, d, r, with_year=True):
    """@param m from 1."""

    def say():
        name = MONTHS[m - 1]
        short = name[:3]
        end = "th" if 10 < d < 14 else {1: "st", 2: "nd", 3: "rd"}.get(d % 10, "th")
        if not with_year:
            return r.choice([f"{d} {name}", f"{name} {d}", f"{d}{end} {name}", f"{d} {short}", f"the {d}{end} of {name}", f"{short} {d}"])
        return r.choice([f"{d} {name} {y}", f"{name} {d}, {y}", f"{y}-{m:02d}-{d:02d}", f"{d}{end} {name} {y}", f"{d} {short} {y}", f"{short} {d}, {y}", f"the {d}{end} of {name} {y}"])

    def change():
        yy, mm, dd = y, m, d
        how = r.random()
        if how < 0.4:
            mm = r.choice([k for k in range(1, 13) if k != m])
        elif how < 0.7 or not with_year:
            dd = r.choice([k for k in range(1, 29) if k != d])
        else:
            yy = y + r.choice([-3, -2, -1, 1, 2, 3])
        return date_value(yy, mm, dd, r, with_year)

    v = Value("date" if with_year else "day", (y, m, d), say, change)
    v.order = (y, m, d)
    return v


def pick_value(options, kind, r, say=None):
    x = r.choice(options)

    def make(one):
        return Value(kind, one, (lambda: say(one)) if say else (lambda: one), lambda: make(r.choice([o for o in options if o != one])))

    return make(x)


def person(r):
    return f"{r.choice(FIRST)} {r.choice(LAST)}"


def person_value(r, whole=None):
    name = whole or person(r)
    first, last = name.split(" ", 1)

    def change():
        how = r.random()
        return person_value(r, f"{r.choice(FIRST)} {last}" if how < 0.25 else f"{first} {r.choice(LAST)}" if how < 0.45 else person(r))

    v = Value("person", name, lambda: r.choice([name, name, name, last and f"{r.choice(['Ms', 'Mr', 'Dr'])} {last}"]) if False else name, change)
    return v


def organisation(r):
    return r.choice(STEMS) + r.choice(TAILS) + r.choice(["", "", " Ltd", " Group", " GmbH", " Inc.", " Systems", " Foundation", " Partners"])


def make_value(kind: str, r: random.Random) -> Value:
    """@param kind for example `money:600-3000`, `date:2018-2025`, `unit:kg:2-90`, `one:red/blue/green`. @raises ValueError for others."""
    name, _, rest = kind.partition(":")
    span = lambda text: tuple(float(x) for x in text.split("-"))  # noqa: E731
    if name == "money":
        low, high = span(rest)
        mark, long, code = r.choice(CURRENCIES)
        x = round_number(low, high, r)

        def tell(v, r):
            if v == int(v) and v >= 1_000_000:
                text = plain(v / 1e6) + " million" if v < 1e9 else plain(v / 1e9) + " billion"
                text = r.choice([text, f"{int(v):,}"]) if v % 10_000 == 0 else f"{int(v):,}"
            elif v == int(v):
                text = r.choice([f"{int(v):,}", f"{int(v):,}", str(int(v)), f"{int(v):,}.00" if v < 10_000 else f"{int(v):,}"])
            else:
                text = f"{v:,.2f}"
            return r.choice([f"{mark}{text}", f"{mark}{text}", f"{text} {long}", f"{code} {text}", f"{text} {code}"])

        return number_value(x if x > 20 else round(x + 0.5, 2), tell, r, "money")
    if name == "percent":
        low, high = span(rest)
        x = r.choice([float(round(r.uniform(low, high))), round(r.uniform(low, high), 1), round(r.uniform(low, high) / 5) * 5.0])
        return number_value(x or 1.0, say_percent, r, "percent", 0, 100 if high <= 100 else 1e6)
    if name == "share":
        x = float(r.choice(list(range(2, 99)) + [50, 25, 75, 20, 10, 80, 40] * 3))
        return number_value(x, lambda v, r: r.choice(SHARES[v]) if SHARES.get(v) and r.random() < 0.4 else say_percent(v, r), r, "percent", 1, 99)
    if name == "count":
        low, high = span(rest)
        return number_value(float(int(round_number(low, high, r)) or 2), say_number, r, "count", 1)
    if name == "unit":
        unit, bounds = rest.split(":")
        low, high = span(bounds)
        x = round_number(low, high, r)

        def tell(v, r, ways=UNITS[unit]):
            text, factor = ways[0] if r.random() < 0.55 else r.choice(ways)
            n = v / factor
            if factor != 1 and (n > 99_999 or n < 0.01 or abs(round(n, 3) - n) > 1e-9):
                text, n = ways[0][0], v
            shown = say_number(n, r)
            glue = "" if text in ("°C",) or (len(text) < 3 and r.random() < 0.3 and shown[0].isdigit()) else " "
            return f"{shown if shown[-1].isdigit() or glue else shown}{glue}{text.strip()}"

        return number_value(x, tell, r, f"unit:{unit}")
    if name == "days":
        return number_value(float(r.choice([3, 5, 7, 10, 14, 14, 20, 21, 28, 30, 30, 45, 60, 90, r.randint(2, 120)])), say_days, r, "days", 1, 400)
    if name == "months":
        return number_value(float(r.choice([3, 6, 9, 12, 18, 24, 36, 48, 60, r.randint(2, 40)])), say_months, r, "months", 1, 130)
    if name == "minutes":
        return number_value(float(r.choice([10, 15, 20, 30, 40, 45, 60, 75, 90, 120, 150, 180, r.randint(5, 200)])), say_minutes, r, "minutes", 2, 600)
    if name == "clock":
        low, high = span(rest or "6-22")
        x = r.randint(int(low), int(high)) * 60 + r.choice([0, 0, 0, 15, 30, 30, 45, 10, 20, 50])
        v = number_value(float(x), say_clock, r, "clock", 0, 1439)
        v.change = lambda: number_value(float((x + r.choice([-120, -60, -30, 15, 30, 45, 60, 90, 180, 240])) % 1440), say_clock, r, "clock", 0, 1439)
        return v
    if name == "date":
        low, high = span(rest or "2015-2026")
        return date_value(r.randint(int(low), int(high)), r.randint(1, 12), r.randint(1, 28), r)
    if name == "day":
        return date_value(2024, r.randint(1, 12), r.randint(1, 28), r, False)
    if name == "year":
        low, high = span(rest)
        x = r.randint(int(low), int(high))

        def make(y):
            return Value("year", y, lambda: str(y), lambda: make(y + r.choice([-20, -10, -4, -3, -2, -1, 1, 2, 3, 4, 10])), float(y), lambda v, r: str(int(v)))

        return make(x)
    if name == "weekday":
        return pick_value(DAYS, "weekday", r)
    if name == "version":
        x = (r.randint(0, 9), r.randint(0, 20), r.randint(0, 12))

        def make(v):
            def change():
                w = list(v)
                w[r.randrange(3)] += r.choice([1, 2, 3])
                return make(tuple(w))

            return Value("version", v, lambda: r.choice(["", "", "v", "version "]) + ".".join(map(str, v)), change)

        return make(x)
    if name == "person":
        return person_value(r)
    if name == "place":
        return pick_value(PLACES, "place", r)
    if name == "organisation":
        options = [organisation(r) for _ in range(6)]
        return pick_value(options, "organisation", r)
    if name == "colour":
        return pick_value(COLOURS, "colour", r)
    if name == "material":
        return pick_value(MATERIALS, "material", r)
    if name == "department":
        return pick_value(DEPARTMENTS, "department", r)
    if name == "one":
        return pick_value(rest.split("/"), "one", r)
    if name == "range":
        unit, bounds = rest.rsplit(":", 1)
        low, high = span(bounds)
        a = round_number(low, high, r)
        b = float(int(a + max(1, round((high - low) * r.uniform(0.05, 0.4)))))
        a = float(int(a))

        def make(a, b):
            def say():
                u = (" " if unit not in "%" else "") + unit if unit else ""
                return r.choice([f"{plain(a)} to {plain(b)}{u}", f"{plain(a)}–{plain(b)}{u}", f"between {plain(a)} and {plain(b)}{u}", f"{plain(a)}-{plain(b)}{u}"])

            def change():
                return make(a, b + r.choice([1, 2, 5, 10])) if r.random() < 0.5 else make(max(0, a - r.choice([1, 2, 5])), b) if a > 5 and r.random() < 0.5 else make(a + r.choice([10, 20]), b + r.choice([10, 20]))

            return Value("range", (a, b), say, change)

        return make(a, b)
    raise ValueError(kind)
