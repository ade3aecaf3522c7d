"""Pairs by rule: documents of many kinds with claims whose label follows from how they were made.

In each kind the claims of the three labels are made by the same templates from values of the same make, so that the claim
alone says nothing of its label."""

import os
import random

from make_values import (DEPARTMENTS, FIRST, LAST, PLACES, STEMS, TAILS, MONTHS, Value, make_value, organisation, person, plain, say_number,
                         say_percent, words_of)

HERE = os.path.dirname(os.path.abspath(__file__))
SUP, REF, NEI = "supported", "refuted", "not_enough_info"


def read_frames(path=os.path.join(HERE, "frames.txt")):
    frames, now = [], None
    for line in open(path, encoding="utf8"):
        line = line.strip()
        if not line:
            continue
        parts = [p.strip() for p in line.lstrip("@").split(" ; ")]
        if line[0] == "@":
            now = dict(name=parts[0], subjects=parts[1], attributes=[])
            frames.append(now)
        else:
            now["attributes"].append(dict(kind=parts[0], label=parts[1], texts=[[t.strip() for t in p.split(" | ")] for p in parts[2:]]))
    return frames


FRAMES = read_frames()


def subject_of(kind: str, r: random.Random) -> str:
    """A name for what a document is about; the same kind of name each time, so that another one is another thing."""
    code = f"{r.choice('ABCDEFGHKLMNPRSTVXZ')}{r.choice(['', r.choice('ABCDEFKLMNPRSTX')])}{r.choice(['', '-', ' '])}{r.randint(1, 999)}"
    stem = r.choice(STEMS) + r.choice(TAILS)
    make = {
        "PRODUCT": lambda: r.choice([f"the {stem} {code}", f"the {code}", f"the {stem}", f"model {code}", f"the {r.choice(['pump', 'drill', 'router', 'heater', 'camera', 'scanner', 'scooter', 'printer', 'monitor'])} {code}"]),
        "MEETING": lambda: r.choice(["the meeting", "the session", f"the {r.choice(DEPARTMENTS).removeprefix('the ')} meeting", "the council"]),
        "EVENT": lambda: r.choice([f"the {stem} {w}" for w in ("Festival", "Conference", "Summit", "Fair", "Marathon", "Workshop")] + [f"the {r.choice(PLACES)} {w}" for w in ("Book Fair", "Jazz Days", "Open", "Forum")]),
        "ORGANISATION": lambda: organisation(r),
        "STUDY": lambda: r.choice(["the trial", "the study", f"the {stem.upper()} trial", f"the {r.choice(LAST)} study"]),
        "RELEASE": lambda: f"{r.choice(['version', 'release', stem])} {r.randint(1, 9)}.{r.randint(0, 20)}" + r.choice(["", f".{r.randint(0, 9)}"]),
        "CHEMICAL": lambda: r.choice(["acetone", "Solvent " + code, "the cleaner " + stem, "ethyl acetate", "the resin " + code, "toluene", "the primer " + code]),
        "MATCH": lambda: f"{r.choice(PLACES)} against {r.choice(PLACES)}",
        "TRIP": lambda: r.choice([f"the {r.choice(['train', 'bus', 'ferry', 'night train'])} to {r.choice(PLACES)}", f"train {code}", f"flight {code}"]),
        "PLACE_OF": lambda: r.choice([f"{stem} {w}" for w in ("Hall", "Castle", "Tower", "House")] + [f"the {r.choice(PLACES)} {w}" for w in ("Library", "Town Hall", "Lighthouse", "Museum")]),
        "PERSON": lambda: person(r),
        "SERVICE": lambda: r.choice([f"the {w} plan" for w in ("Basic", "Pro", "Team", "Starter", "Business", "Premium", "Enterprise")] + [stem, stem + " Cloud"]),
        "DISH": lambda: r.choice(["the walnut cake", "the lemon tart", "the potato bake", "the apple crumble", "the carrot loaf", "the pumpkin pie", "the cheese soufflé", "the rye bread"]),
        "JOB": lambda: "the " + r.choice(["analyst", "site manager", "nurse", "developer", "accountant", "driver", "buyer", "technician"]),
        "TOOL": lambda: r.choice([f"{w} {code}" for w in ("sensor", "order", "node", "device", "gateway", "printer")] + [f"{stem.lower()}-{r.randint(1, 40)}"]),
        "COURSE": lambda: r.choice(["the course", "Pottery I", "Spanish A2", "the statistics course", "Welding", "the first-aid course", "Italian B1", "the yoga class"]) + r.choice(["", f" {code}"]),
    }
    return make[kind]() if kind in make else r.choice(kind.split("|"))


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


PRONOUN = {"PERSON": None}


def fill(template: str, subject: str, value: str = "") -> str:
    text = template.replace("{S}", upper(subject)).replace("{s}", subject).replace("{V}", upper(value)).replace("{v}", value)
    return upper(text)


class Fact:
    """One thing that a document may say of its subject, with its value."""

    def __init__(self, attribute, r):
        self.a, self.r = attribute, r
        self.bool = attribute["kind"] == "bool"
        self.value = r.random() < 0.5 if self.bool else make_value(attribute["kind"], r)

    def state(self, subject):
        """A sentence of the document."""
        texts = self.a["texts"]
        if self.bool:
            return fill(self.r.choice(texts[0 if self.value else 1]), subject)
        return fill(self.r.choice(texts[0]), subject, self.value.say())

    def cell(self):
        return self.r.choice(["yes", "Yes", "true"] if self.value else ["no", "No", "false"]) if self.bool else self.value.say()

    def claim(self, subject, right: bool):
        """A sentence about it, right or wrong."""
        r, texts = self.r, self.a["texts"]
        if self.bool:
            said = self.value == right
            pool = texts[2 if said else 3] + (texts[0 if said else 1] if r.random() < 0.25 else [])
            return fill(r.choice(pool), subject)
        text = r.choice(texts[1] + (texts[0] if r.random() < 0.25 else []))
        v = self.value
        if v.number is not None and v.kind not in ("year", "clock") and r.random() < 0.22:
            return fill(text, subject, compare(v, right, r))
        return fill(text, subject, (v if right else v.change()).say())

    def copy(self):
        return Fact(self.a, self.r)


def compare(v: Value, right: bool, r) -> str:
    """`more than 40 kg` and the like, true or false of the value."""
    x = v.number
    grid = 10 ** max(0, len(str(int(x))) - 1)
    low = [k for k in ((x // grid) * grid, x - grid / 2 if grid > 1 else x - 1, round(x * 0.8)) if 0 < k < x and (k == int(k) or x < 20)]
    high = [k for k in ((x // grid + 1) * grid, round(x * 1.25), x + grid) if k > x]
    say = lambda k: v.unit(float(int(k)) if k >= 10 else float(round(k, 1)), r)  # noqa: E731
    if not low or not high:
        return (v if right else v.change()).say()
    if (r.random() < 0.5) == right:
        return r.choice(["more than", "over", "at least", "no less than", "above"]) + " " + say(r.choice(low if right else low if right else low)) if right else r.choice(["less than", "under", "at most", "no more than", "below"]) + " " + say(r.choice(low))
    if right:
        return r.choice(["less than", "under", "at most", "no more than", "below"]) + " " + say(r.choice(high))
    return r.choice(["more than", "over", "at least", "no less than"]) + " " + say(r.choice(high))


FILLERS = """Further details are given in the annex.|Please read this page carefully.|Changes are announced in good time.|Questions are answered by email.
|This page is updated every quarter.|Older versions of this document are no longer valid.|All times are local.|More information can be found online.
|The document was checked by two people.|A printed copy is available on request.|Thank you for your attention.|See the next section for examples.
|Comments may be sent to the address below.|The following points are important.|Nothing else was discussed.|Photographs are on the last page.""".replace("\n", "").split("|")


def document(subject, facts, r):
    """The facts in one of the forms that documents have."""
    form = r.random()
    title = r.choice([upper(subject), f"{upper(subject)} – overview", f"About {subject}"])
    if form < 0.52:
        lines = [f.state(subject) for f in facts]
        if r.random() < 0.35:
            lines.insert(r.randrange(len(lines) + 1), r.choice(FILLERS))
        if not any(subject.lower() in line.lower() for line in lines) or r.random() < 0.15:
            lines.insert(0, title + r.choice([".", ":", "\n"]))
        return " ".join(lines)
    if form < 0.68:
        sep = r.choice(["\n", "\n", "; ", " | "])
        return title + r.choice(["\n", ": ", ". "]) + sep.join(f"{f.a['label']}: {f.cell()}" for f in facts)
    if form < 0.78:
        return title + "\n" + "\n".join(r.choice(["- ", "• ", "* "][:1]) + f.state(subject) for f in facts)
    if form < 0.9:
        key = lambda t: t.lower().replace(":", "").replace(" ", "_")  # noqa: E731
        pairs = [f'"{r.choice(["name", "id", "title"])}": "{subject}"']
        for f in facts:
            v = f.value
            if f.bool:
                pairs.append(f'"{key(f.a["label"])}": {"true" if v else "false"}')
            elif v.kind == "count":
                pairs.append(f'"{key(f.a["label"])}": {plain(v.number)}')
            else:
                pairs.append(f'"{key(f.a["label"])}": "{v.say()}"')
        glue = r.choice([", ", ",\n  "])
        return "{" + glue.join(pairs) + "}"
    return title + "\n" + "\n".join(f"| {f.a['label']} | {f.cell()} |" for f in facts)


def negate_frame(text: str, right: bool, r):
    """`It is not true that …` turns a claim's label round."""
    body = text[:1].lower() + text[1:] if text.split(" ")[0] in ("The", "A", "It", "One", "Each", "There", "You", "People", "Customers", "Tickets") else text
    return f"{r.choice(['It is not true that', 'It is false that', 'It is not the case that'])} {body}", not right


def from_frame(r):
    """One subject, some of its facts; claims about what is said, what is said otherwise and what is not said."""
    frame = r.choice(FRAMES)
    subject = subject_of(frame["subjects"], r)
    attributes = r.sample(frame["attributes"], r.randint(4, min(9, len(frame["attributes"]))))
    n = r.randint(2, max(2, len(attributes) - 2)) if r.random() < 0.8 else len(attributes) - 1
    facts = [Fact(a, r) for a in attributes]
    said, left = facts[:n], facts[n:]
    text = document(subject, said, r)
    out = []
    chosen = [r.choice(said), r.choice(said)]
    for want, fact in ((SUP, chosen[0]), (REF, chosen[1]), (NEI, r.choice(left))):
        right = r.random() < 0.5 if want == NEI else want == SUP
        twist = r.random() < 0.04
        claim = fact.claim(subject, right != twist)
        if twist:
            claim, _ = negate_frame(claim, right, r)
        out.append((claim, text, want, "frame:" + frame["name"]))
    if r.random() < 0.35:
        # Two facts in one claim: both right, one wrong, one unsaid.
        a, b = r.sample(said, 2) if len(said) > 1 else (said[0], said[0])
        want = r.choice([SUP, REF, NEI])
        other = r.choice(left) if want == NEI else b
        x, y = a.claim(subject, True), other.claim(subject, want != REF)
        if r.random() < 0.5:
            x, y = y, x
        y = y[:1].lower() + y[1:] if y.split(" ")[0] in ("The", "A", "It", "One", "There") else y
        out.append((f"{x[:-1]}{r.choice([' and ', ', and ', '; ', ', while '])}{y}", text, want, "two:" + frame["name"]))
    return out


def from_several(r):
    """Records of the same kind side by side: another one's value is no evidence, and a missing one is not said."""
    frame = r.choice([f for f in FRAMES if "|" not in f["subjects"] and f["name"] not in ("minutes",)])
    names = list({subject_of(frame["subjects"], r) for _ in range(r.randint(3, 5))})
    if len(names) < 3:
        return from_frame(r)
    attributes = r.sample(frame["attributes"], r.randint(2, 4))
    rows = {s: [Fact(a, r) for a in attributes] for s in names}
    absent = names.pop()
    for s in names:
        # Distinct values, so that taking another's is an error.
        for f, g in zip(rows[s], rows[names[0]]):
            if s != names[0] and not f.bool and f.value.key == g.value.key:
                f.value = f.value.change()
    form = r.random()
    holes = set()
    if form < 0.5:
        if r.random() < 0.4:
            holes.add((r.choice(names), r.randrange(len(attributes))))
        head = [r.choice(["Name", "Item", "Model", ""])] + [a["label"] for a in attributes]
        lines = [[upper(s)] + [r.choice(["–", "n/a", ""]) if (s, i) in holes else f.cell() for i, f in enumerate(rows[s])] for s in names]
        how = r.random()
        if how < 0.6:
            text = "\n".join("| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *lines])
        elif how < 0.85:
            text = "\n".join(",".join(f'"{c}"' if "," in c else c for c in line) for line in [head, *lines])
        else:
            text = "\n".join("  ".join(line) for line in [head, *lines])
    elif form < 0.8:
        order = [f.state(s) for s in names for f in rows[s] if "{s}" in "".join(f.a["texts"][0]).lower()]
        text = " ".join(f"{upper(s)}: " + " ".join(f.state(s) for f in rows[s]) for s in names)
        del order
    else:
        text = "[" + ", ".join("{" + f'"name": "{s}", ' + ", ".join(f'"{f.a["label"].lower()}": "{f.cell()}"' for f in rows[s]) + "}" for s in names) + "]"

    def about(s, f, right):
        claim = f.claim(s, right)
        return claim if s.lower() in claim.lower() else f"{r.choice(['For', 'In the case of', 'As to', 'With'])} {s}, {claim[:1].lower() + claim[1:] if claim.split(' ')[0] in ('The', 'A', 'It', 'One', 'There', 'Its', 'You') else claim}"

    out = []
    for want in (SUP, REF, NEI):
        s = absent if want == NEI else r.choice(names)
        if want == NEI and holes:
            s, i = next(iter(holes))
            fact = rows[s][i]
        else:
            i = r.choice([k for k in range(len(attributes)) if (s, k) not in holes])
            fact = rows[s][i]
        if want == REF and r.random() < 0.6:
            others = [rows[o][i] for o in names if o != s and (o, i) not in holes and (rows[o][i].value != fact.value if fact.bool else rows[o][i].value.key != fact.value.key)]
            if others and not fact.bool:
                out.append((about(s, r.choice(others), True), text, REF, "other:" + frame["name"]))
                continue
        out.append((about(s, fact, r.random() < 0.5 if want == NEI else want == SUP), text, want, "rows:" + frame["name"]))
    # Comparisons over a column of numbers.
    for i, a in enumerate(attributes):
        got = [(rows[s][i].value, s) for s in names if (s, i) not in holes]
        if rows[names[0]][i].bool or any(v.number is None for v, _ in got) or len({(v.kind, getattr(v.unit, "__name__", "")) for v, _ in got}) > 1 or a["kind"].startswith("money"):
            continue
        got.sort(key=lambda p: p[0].number)
        if len({v.number for v, _ in got}) < len(got) or len(got) < 2:
            continue
        label = a["label"].lower()
        lowest, highest = got[0][1], got[-1][1]
        (va, sa), (vb, sb) = r.sample(got, 2)
        up = va.number > vb.number
        third = r.choice([SUP, REF, NEI])
        word = "higher" if up == (third != REF) else "lower"
        other = absent if third == NEI else sb
        out.append((r.choice([f"The {label} of {sa} is {word} than that of {other}.", f"{upper(sa)} has a {word} {label} than {other}.", f"Compared with {other}, {sa} has the {word} {label}."]), text, third, "compare"))
        right = r.random() < 0.5
        top = r.random() < 0.5
        s = (highest if top else lowest) if right else r.choice([s for _, s in got if s != (highest if top else lowest)])
        out.append((r.choice([f"{upper(s)} has the {'highest' if top else 'lowest'} {label}.", f"The {'highest' if top else 'lowest'} {label} is that of {s}.", f"Of all listed, {s} has the {'highest' if top else 'lowest'} {label}."]), text, SUP if right else REF, "extreme"))
        if r.random() < 0.3:
            n = len(names)
            k = n if r.random() < 0.5 else n + r.choice([-1, 1, 2])
            out.append((f"{upper(words_of(k))} {r.choice(['items', 'entries', 'rows'])} are listed.", text, SUP if k == n else REF, "counting"))
        break
    return out


METRICS = """revenue:money|net income:money|operating profit:money|gross margin:percent|adjusted EBITDA:money|free cash flow:money|research spending:money
|headcount:count|units sold:count|earnings per share:eps|operating margin:percent|same-store sales growth:percent|dividend per share:eps|capital expenditure:money
|net debt:money|active customers:count|backlog:money|churn:percent|complaints:count|energy use:gwh|emissions:tonnes|visitors:count|accidents:count|rainfall:mm
|unemployment:percent|turnout:percent|exports:money|average price:eps|subscribers:count|production:tonnes|service revenue:money|deposits:money|occupancy:percent
|tax rate:percent|order intake:money|operating expenses:money|loans:money|water use:tonnes|passengers:count|net sales:money|inventory:money""".replace("\n", "").split("|")


def series_value(kind, r, mark):
    if kind == "money":
        x = round(r.choice([r.uniform(1, 9), r.uniform(10, 99), r.uniform(100, 999)]), r.choice([0, 1, 1, 2]))
        scale = r.choice(["million", "million", "billion"])
        return (x or 1.0, scale)
    if kind == "percent":
        return (round(r.uniform(0.5, 79), r.choice([0, 1, 1])) or 1.0, "%")
    if kind == "eps":
        return (round(r.uniform(0.05, 9.9), 2), "each")
    if kind == "count":
        return (float(round_to(r.uniform(100, 90000), r)), "")
    unit = {"gwh": "GWh", "tonnes": "tonnes", "mm": "mm"}[kind]
    return (float(round_to(r.uniform(20, 9000), r)), unit)


def round_to(x, r):
    size = 10 ** r.choice([0, 0, 1, 2])
    return max(1, int(round(x / size) * size)) if x > size else max(1, int(x))


def say_series(v, kind, mark, r):
    x, scale = v
    text = plain(x)
    if kind == "money":
        n = f"{x:,.2f}" if text.count(".") and len(text.split(".")[1]) == 2 else text
        short = {"million": r.choice(["million", "million", "m", "M"]), "billion": r.choice(["billion", "billion", "bn", "B"])}[scale]
        if scale == "billion" and r.random() < 0.15:
            return f"{mark}{plain(round(x * 1000, 3))} million"
        if scale == "million" and x >= 1000:
            return f"{mark}{x / 1000:g} billion"
        return f"{mark}{n} {short}" if len(short) > 2 or r.random() < 0.3 else f"{mark}{n}{short}"
    if kind == "percent":
        return say_percent(x, r)
    if kind == "eps":
        return f"{mark}{x:.2f}"
    return (f"{int(x):,}" if r.random() < 0.8 else say_number(x, r)) + (f" {scale}" if scale else "")


def from_series(r):
    """Figures by period, as earnings calls, reports and statistics have them; long, with many figures that look alike."""
    who = r.choice([organisation(r), "the company", "the group", "the city", "we", "the region", "the plant"])
    we = who == "we"
    mark = r.choice(["$", "$", "€", "£", "CHF "])
    metrics = [m.split(":") for m in r.sample(METRICS, r.randint(3, 7))]
    year = r.randint(2012, 2026)
    style = r.choice(["years", "quarters", "halves", "months"])
    if style == "years":
        periods = [str(year - k) for k in range(r.randint(2, 4))]
    elif style == "quarters":
        q = r.randint(1, 4)
        periods = []
        for k in range(r.randint(2, 4)):
            qq, yy = (q - 1 - k) % 4 + 1, year + (q - 1 - k) // 4
            periods.append(r.choice([f"Q{qq} {yy}"] * 2) if style else "")
    elif style == "halves":
        periods = [f"the first half of {year}", f"the second half of {year - 1}", f"the first half of {year - 1}"][: r.randint(2, 3)]
    else:
        m = r.randint(3, 11)
        periods = [f"{MONTHS[m - k]} {year}" for k in range(r.randint(2, 4))]
    ordinal = ["first", "second", "third", "fourth"]

    def say_period(p):
        if p[0] == "Q" and p[1].isdigit():
            return r.choice([p, p, f"the {ordinal[int(p[1]) - 1]} quarter of {p[3:]}"])
        return p

    data = {}
    for name, kind in metrics:
        base, scale = series_value(kind, r, mark)
        digits = len(plain(base).split(".")[1]) if "." in plain(base) else 0
        for k, p in enumerate(periods):
            x = base if k == 0 else max(0.05, round(base * r.uniform(0.7, 1.3), digits)) or base
            data[name, p] = ((float(int(x)) if kind in ("count",) or digits == 0 else x) or 1.0, scale)
    kinds = dict((n, k) for n, k in metrics)
    hidden = set()
    table = r.random() < 0.3
    if not table:
        for name, _ in metrics:
            for p in periods[1:]:
                if r.random() < 0.45:
                    hidden.add((name, p))
    gone = r.choice([n for n, _ in metrics])
    gone_metric = next(m for m in (r.choice(METRICS).split(":") for _ in range(50)) if m[0] not in kinds)
    say = lambda n, p: say_series(data[n, p], kinds[n], mark, r)  # noqa: E731
    if table:
        hole = (gone, r.choice(periods)) if r.random() < 0.5 else None
        if hole:
            hidden.add(hole)
        by_period = r.random() < 0.5
        if by_period:
            rows = [["Period"] + [upper(n) for n, _ in metrics]] + [[p] + ["n/a" if (n, p) in hidden else say(n, p) for n, _ in metrics] for p in periods]
        else:
            rows = [[""] + periods] + [[upper(n)] + ["–" if (n, p) in hidden else say(n, p) for p in periods] for n, _ in metrics]
        text = r.choice(["", f"Key figures of {who if not we else 'the company'}\n", "Overview\n"]) + "\n".join("| " + " | ".join(x) + " |" for x in rows) if r.random() < 0.7 else "\n".join(",".join(f'"{c}"' if "," in c else c for c in x) for x in rows)
    else:
        sentences = []
        for name, kind in metrics:
            p0 = periods[0]
            rest = [p for p in periods[1:] if (name, p) not in hidden]
            subject = r.choice([f"{upper('our' if we else 'the')} {name}", upper(name)])
            if rest:
                q = rest[0]
                a, b = data[name, p0][0], data[name, q][0]
                verb = "was unchanged" if a == b else r.choice(["rose", "grew", "increased", "climbed"]) if a > b else r.choice(["fell", "declined", "decreased", "dropped"])
                sentences.append(
                    r.choice(
                        [
                            f"{subject} {verb} to {say(name, p0)} in {say_period(p0)} from {say(name, q)} in {say_period(q)}.",
                            f"In {say_period(p0)}, {name} was {say(name, p0)}, compared to {say(name, q)} in {say_period(q)}.",
                            f"{subject} for {say_period(p0)} came in at {say(name, p0)} versus {say(name, q)} in {say_period(q)}.",
                        ]
                    )
                    if a != b
                    else f"{subject} was {say(name, p0)} in {say_period(p0)} and {say(name, q)} in {say_period(q)}."
                )
                for q in rest[1:]:
                    sentences.append(r.choice([f"In {say_period(q)} it had been {say(name, q)}.", f"The figure for {say_period(q)} was {say(name, q)}."]))
            else:
                sentences.append(r.choice([f"{subject} was {say(name, p0)} in {say_period(p0)}.", f"For {say_period(p0)}, {name} was {say(name, p0)}.", f"{upper(who)} reported {name} of {say(name, p0)} for {say_period(p0)}."]))
        chunks, now = [], []
        for s in sentences:
            if s.startswith(("In ", "The figure")) and "it had been" in s or s.startswith("The figure"):
                chunks[-1] += " " + s
            else:
                chunks.append(s)
        r.shuffle(chunks)
        extras = ["Thank you, operator, and good morning everyone.", f"{person(r)} joins me on the call today.", "We remain confident in our strategy.", "Foreign exchange had a small effect.", "The details are in the appendix.", "The mix was better than planned.", "Weather played a part.", "Pricing held up well across regions."]
        for _ in range(r.randint(0, 3)):
            chunks.insert(r.randrange(len(chunks) + 1), r.choice(extras))
        text = " ".join(chunks)

    def sentence(name, p, v, kind):
        shown = say_series(v, kind, mark, r)
        w = "the company" if we else who
        return r.choice(
            [
                f"{upper(name)} was {shown} in {say_period(p)}.",
                f"In {say_period(p)}, {name} was {shown}.",
                f"{upper(name)} came to {shown} in {say_period(p)}.",
                f"{upper(name)} in {say_period(p)} stood at {shown}.",
                f"For {say_period(p)} {w} reported {name} of {shown}.",
                f"{upper(name)} of {shown} was reported for {say_period(p)}.",
            ]
        )

    def wrong(name, p):
        kind = kinds[name]
        x, scale = data[name, p]
        near = [data[name, o] for o in periods if o != p and (name, o) not in hidden and data[name, o][0] != x]
        same = [data[n, p] for n, k in metrics if n != name and k == kind and (n, p) not in hidden and data[n, p][0] != x]
        how = r.random()
        if near and how < 0.35:
            return r.choice(near)
        if same and how < 0.55:
            return r.choice(same)
        if kind == "money" and how < 0.62:
            return (x, "billion" if scale == "million" else "million")
        from make_values import nudge

        return (round(nudge(x, r), 2), scale)

    shown = [(n, p) for n, _ in metrics for p in periods if (n, p) not in hidden]
    out = []
    for want in (SUP, REF, NEI):
        n, p = r.choice(shown)
        if want == SUP:
            out.append((sentence(n, p, data[n, p], kinds[n]), text, SUP, "series"))
        elif want == REF:
            out.append((sentence(n, p, wrong(n, p), kinds[n]), text, REF, "series"))
        else:
            how = r.random()
            if hidden and how < 0.4:
                n, p = r.choice(sorted(hidden))
                out.append((sentence(n, p, data[n, p], kinds[n]), text, NEI, "series"))
            elif how < 0.75:
                # Another period, with the value of this one or one of its own.
                far = p.replace(str(year), str(year + r.choice([1, 2, -5]))) if str(year) in p else p.replace(p[-4:], str(int(p[-4:]) - r.choice([5, 6])))
                out.append((sentence(n, far, data[n, p] if r.random() < 0.6 else wrong(n, p), kinds[n]), text, NEI, "series"))
            else:
                out.append((sentence(gone_metric[0], p, series_value(gone_metric[1], r, mark), gone_metric[1]), text, NEI, "series"))
    # Movements between two periods.
    both = [(n, a, b) for n, _ in metrics for i, a in enumerate(periods) for b in periods[i + 1 :] if (n, a) not in hidden and (n, b) not in hidden and data[n, a][0] != data[n, b][0] and data[n, a][1] == data[n, b][1]]
    if both:
        for want in r.sample([SUP, REF], 2):
            n, a, b = r.choice(both)
            x, y = data[n, a][0], data[n, b][0]
            up = x > y
            right = want == SUP
            how = r.random()
            if how < 0.45:
                verb = r.choice(["rose", "increased", "grew", "went up", "was higher"]) if up == right else r.choice(["fell", "declined", "decreased", "went down", "was lower"])
                tail = f" in {say_period(a)} than in {say_period(b)}" if verb.startswith("was") else r.choice([f" from {say_period(b)} to {say_period(a)}", f" between {say_period(b)} and {say_period(a)}", f" in {say_period(a)} compared with {say_period(b)}"])
                out.append((f"{upper(n)} {verb}{tail}.", text, want, "movement"))
            elif how < 0.75:
                d = (round(abs(x - y), 3), data[n, a][1])
                if d[0] <= 0:
                    continue
                if not right:
                    from make_values import nudge

                    d = (round(nudge(d[0], r), 2), d[1])
                verb = r.choice(["rose", "increased", "grew"]) if up else r.choice(["fell", "declined", "decreased"])
                amount = plain(d[0]) + " percentage points" if kinds[n] == "percent" else say_series(d, kinds[n], mark, r)
                out.append((f"{upper(n)} {verb} by {amount} {r.choice([f'from {say_period(b)} to {say_period(a)}', f'between {say_period(b)} and {say_period(a)}'])}.", text, want, "difference"))
            elif kinds[n] != "percent" and y:
                pct = abs(x - y) / y * 100
                shown_pct = float(round(pct)) if pct > 3 else round(pct, 1)
                if not right:
                    shown_pct = shown_pct + r.choice([5, 8, 10, 20, 30])
                if shown_pct == 0:
                    continue
                verb = r.choice(["rose", "increased", "grew"]) if up else r.choice(["fell", "declined", "decreased"])
                out.append((f"{upper(n)} {verb} by about {say_percent(shown_pct, r)} {r.choice([f'from {say_period(b)} to {say_period(a)}', f'in {say_period(a)} against {say_period(b)}'])}.", text, want, "difference"))
    # A short summary with several figures, of which one may be wrong.
    if len(shown) >= 3:
        for want in (SUP, REF, NEI):
            picked = r.sample(shown, r.choice([2, 2, 3]))
            bad = r.randrange(len(picked))
            parts = []
            for i, (n, p) in enumerate(picked):
                if i == bad and want == REF:
                    parts.append(sentence(n, p, wrong(n, p), kinds[n]))
                elif i == bad and want == NEI:
                    parts.append(sentence(gone_metric[0], p, series_value(gone_metric[1], r, mark), gone_metric[1]))
                else:
                    parts.append(sentence(n, p, data[n, p], kinds[n]))
            joined = " ".join(parts) if r.random() < 0.6 else (", and ".join([parts[0][:-1], parts[1][:1].lower() + parts[1][1:]]) + " " + " ".join(parts[2:])).strip()
            out.append((joined, text, want, "summary"))
    return out


VERBS = """approve the budget:approved the budget|open a second site:opened a second site|move to the new office:moved to the new office|hire two more people:hired two more people
|raise prices:raised prices|delay the launch:delayed the launch|replace the old pumps:replaced the old pumps|close the canteen:closed the canteen|repaint the hall:repainted the hall
|switch to solar power:switched to solar power|cut the travel budget:cut the travel budget|sell the van:sold the van|extend opening hours:extended opening hours|publish the data:published the data
|ban cars from the square:banned cars from the square|test the new software:tested the new software|renew the contract:renewed the contract|plant forty trees:planted forty trees
|repair the roof:repaired the roof|invite the neighbours:invited the neighbours|drop the old format:dropped the old format|merge the two teams:merged the two teams
|stop the night shift:stopped the night shift|build a bicycle shed:built a bicycle shed|measure the noise:measured the noise|change the logo:changed the logo""".replace("\n", "").split("|")


def from_talk(r):
    """Who said, wants, did and may do what, in interviews and minutes; the wrong speaker, the wrong degree of certainty."""
    people = list({person(r) for _ in range(4)})
    if len(people) < 4:
        return []
    *here, stranger = people
    acts = [v.split(":") for v in r.sample(VERBS, 6)]
    spare = acts[-1]
    # Attitude: how it is put in the document, claims that follow, claims that contradict.
    ways = [
        ("{p} wants to {a}.", ["{p} is in favour of the plan to {a}.", "{p} would like to {a}."], ["{p} does not want to {a}.", "{p} is against the plan to {a}."]),
        ("{p} is against the plan to {a}.", ["{p} opposes the plan to {a}.", "{p} does not want to {a}."], ["{p} wants to {a}.", "{p} supports the plan to {a}."]),
        ("{p}: “We should {a}.”", ["{p} said they should {a}.", "{p} proposed to {a}.", "According to {p}, they should {a}."], ["{p} said they should not {a}.", "{p} warned not to {a}."]),
        ("{p}: “We should not {a}.”", ["{p} said they should not {a}.", "{p} spoke against the idea to {a}."], ["{p} said they should {a}.", "{p} proposed to {a}."]),
        ("{p} may {a} next year.", ["It is possible that {p} will {a} next year.", "{p} might {a} next year."], ["It is certain that {p} will {a} next year.", "{p} has ruled out to {a} next year."]),
        ("{p} already {d}.", ["{p} {d}.", "{p} has {d}." if False else "It was {p} who {d}."], ["{p} has yet to {a}.", "{p} has not {d} so far." if False else "{p} did not {a}."]),
        ("{p} has not yet decided whether to {a}.", ["It is open whether {p} will {a}.", "{p} is undecided on whether to {a}."], ["{p} has decided to {a}.", "{p} has decided not to {a}."]),
        ("{p} promised to {a} by the end of the month.", ["{p} said they would {a} before the month was over.", "{p} has promised to {a}."], ["{p} refused to {a}.", "{p} would not promise to {a}."]),
        ("{p} was the first to {a}.", ["Nobody managed to {a} before {p}.", "{p} {d} before anybody else."], ["{p} was the last to {a}.", "Others {d} before {p}."]),
        ("{p} must {a}.", ["{p} is obliged to {a}.", "{p} has to {a}."], ["{p} is free not to {a}.", "{p} must not {a}."]),
        ("{p} is allowed to {a}.", ["{p} may {a}.", "{p} has permission to {a}."], ["{p} must not {a}.", "{p} is not permitted to {a}."]),
        ("{p} failed to {a}.", ["{p} did not manage to {a}.", "{p} tried to {a} without success."], ["{p} managed to {a}.", "{p} succeeded in the attempt to {a}."]),
    ]
    said = []
    for a, d in acts[: r.randint(2, 5)]:
        said.append((r.choice(here), a, d, r.choice(ways)))
    put = lambda t, p, a, d: t.replace("{p}", p).replace("{a}", a).replace("{d}", d)  # noqa: E731
    lines = [put(w[0], p, a, d) for p, a, d, w in said]
    if r.random() < 0.3:
        lines.insert(r.randrange(len(lines) + 1), r.choice(FILLERS))
    text = r.choice([" ", " ", "\n"]).join(lines)
    out = []
    p, a, d, w = r.choice(said)
    out.append((put(r.choice(w[1]), p, a, d), text, SUP, "talk"))
    p, a, d, w = r.choice(said)
    out.append((put(r.choice(w[2]), p, a, d), text, REF, "talk"))
    p, a, d, w = r.choice(said)
    w2 = r.choice(ways)
    which = r.choice([1, 2])
    if r.random() < 0.5:
        out.append((put(r.choice(w2[which]), r.choice(here), *spare), text, NEI, "talk"))
    else:
        out.append((put(r.choice(w[which]), stranger, a, d), text, NEI, "talk"))
    # The right deed, the wrong person.
    quotes = [x for x in said if "“" in x[3][0] or "already" in x[3][0]]
    if quotes:
        p, a, d, w = r.choice(quotes)
        other = r.choice([q for q in here if q != p])
        right = r.random() < 0.5
        who = p if right else other
        out.append((f"It was {who} who {'said they should not ' + a if 'not' in w[0] else 'said they should ' + a if '“' in w[0] else d}.", text, SUP if right else REF, "who"))
    return out


GROUPS = "the samples|the members|the schools|the rooms|the machines|the parcels|the drivers|the patients|the files|the shops|the houses|the students|the suppliers|the tickets|the servers|the branches".split("|")
STATES = "were checked:was checked|passed the test:passed the test|are insured:is insured|arrived late:arrived late|have been replaced:has been replaced|were damaged:was damaged|are open on Sundays:is open on Sundays|reported problems:reported problems|are certified:is certified|received a letter:received a letter|voted in favour:voted in favour|were empty:was empty|have a backup:has a backup|agreed to the change:agreed to the change|need repair:needs repair|paid in advance:paid in advance".split("|")


def from_quantities(r):
    """All, most, some, none; only; except; at least; in words and in numbers."""
    picks = r.sample(GROUPS, 3)
    states = [s.split(":")[0] for s in r.sample(STATES, 3)]
    n = r.choice([4, 5, 8, 10, 12, 20, 40, 50, 100, 200])
    lines, claims = [], []
    for g, s in list(zip(picks, states))[: r.randint(2, 3)]:
        bare = g.removeprefix("the ")
        q = r.choice(["all", "most", "some", "none", "number", "except", "only"])
        if q == "all":
            lines.append(r.choice([f"All of {g} {s}.", f"All {bare} {s}.", f"Every one of {g} {s}." if not s.startswith(("are", "have", "need", "were")) else f"All {bare}, without exception, {s}."]))
            yes = [f"Without exception, {g} {s}.", f"All {bare} {s}.", f"Some of {g} {s}."]
            no = [f"None of {g} {s}.", f"Only some of {g} {s}.", f"Not all {bare} {s}."]
        elif q == "most":
            lines.append(r.choice([f"Most of {g} {s}, but not all.", f"The majority of {g} {s}; a few did not qualify."]))
            yes = [f"More than half of {g} {s}.", f"Most {bare} {s}.", f"Not all of {g} {s}."]
            no = [f"All {bare} {s}.", f"None of {g} {s}.", f"Only a minority of {g} {s}."]
        elif q == "some":
            lines.append(r.choice([f"Some of {g} {s}, others not.", f"A few of {g} {s}, the rest not."]))
            yes = [f"Some {bare} {s}.", f"Not all of {g} {s}.", f"There are {bare} that {s}."]
            no = [f"All {bare} {s}.", f"None of {g} {s}.", f"No {bare} {s}."]
        elif q == "none":
            lines.append(r.choice([f"None of {g} {s}.", f"No {bare} {s}."]))
            yes = [f"Not a single one of {g} {s}." if not s.startswith(("are", "have", "were", "need")) else f"No {bare} {s}.", f"None of {g} {s}."]
            no = [f"Some of {g} {s}.", f"Most {bare} {s}.", f"All of {g} {s}."]
        elif q == "number":
            k = r.randint(1, n - 1)
            lines.append(r.choice([f"{upper(say_number(float(k), r))} of {n} {bare} {s}.", f"Of {n} {bare}, {say_number(float(k), r)} {s}."]))
            j = r.choice([x for x in range(1, n) if x != k] or [n])
            yes = [f"{upper(say_number(float(k), r))} {bare} {s}.", f"Fewer than {n} {bare} {s}.", f"Not all {bare} {s}."]
            no = [f"{upper(say_number(float(j), r))} {bare} {s}.", f"All {n} {bare} {s}.", f"None of the {n} {bare} {s}."]
            if k * 100 % n == 0:
                yes.append(f"{upper(say_percent(k * 100 / n, r))} of {g} {s}.")
                no.append(f"{upper(say_percent(j * 100 / n if j * 100 % n == 0 else j * 10 % 90 + 3, r))} of {g} {s}.") if j * 100 // n != k * 100 // n else None
            if k * 2 > n:
                yes.append(f"More than half of {g} {s}.")
            elif k * 2 < n:
                no.append(f"More than half of {g} {s}.")
        elif q == "except":
            where = r.choice(PLACES)
            lines.append(r.choice([f"All {bare} except those in {where} {s}.", f"With the exception of {where}, all {bare} {s}."]))
            yes = [f"Apart from those in {where}, all {bare} {s}.", f"Not all {bare} {s}.", f"{upper(bare)} in {where} are an exception to the rule that {bare} {s}."]
            no = [f"All {bare} {s}, including those in {where}.", f"Only {bare} in {where} {s}.", f"The {bare} in {where} {s}."]
        else:
            where = r.choice(PLACES)
            lines.append(r.choice([f"Only {bare} in {where} {s}.", f"Nowhere but in {where} did it happen that {bare} {s}." if False else f"Only in {where} it is true that {bare} {s}."]))
            yes = [f"Outside {where}, no {bare} {s}.", f"The {bare} that {s} are all in {where}."]
            no = [f"{upper(bare)} everywhere {s}.", f"All {bare} but those in {where} {s}."]
        claims.append((yes, no, q))
    text = " ".join(lines)
    i = r.randrange(len(claims))
    g, s = picks[i], states[i]
    out = [(r.choice(claims[i][0]), text, SUP, "quantity"), (r.choice(claims[i][1]), text, REF, "quantity")]
    # The same sentences about a group that is not in the text.
    other = r.choice([x for x in GROUPS if x not in picks]).removeprefix("the ")
    bare = g.removeprefix("the ")
    out.append((r.choice(claims[i][r.choice([0, 1])]).replace(bare, other).replace(upper(bare), upper(other)), text, NEI, "quantity"))
    return out


def from_order(r):
    """Events with dates: which came first, how long between, when."""
    from make_values import date_value

    what = r.sample(["the bridge was opened", "the old mill burned down", "the school was founded", "the railway came", "the museum closed", "the river flooded the town", "the first tram ran", "the harbour was deepened", "the hospital moved", "the market hall was built", "the newspaper was founded", "the theatre reopened", "the town wall was torn down", "the first mayor was elected", "the airport was closed", "the stadium was renovated"], r.randint(3, 5))
    spare = what.pop()
    years = sorted(r.sample(range(1850, 2024), len(what)))
    exact = r.random() < 0.35
    when = [date_value(y, r.randint(1, 12), r.randint(1, 28), r) if exact else None for y in years]
    shown = [w.say() if exact else str(y) for w, y in zip(when, years)]
    on = "on" if exact else "in"
    order = list(range(len(what)))
    r.shuffle(order)
    lines = []
    for i in order:
        lines.append(r.choice([f"{upper(on)} {shown[i]} {what[i]}.", f"{upper(what[i])} {on} {shown[i]}."]))
    # A relative date: only by arithmetic.
    rel = None
    if r.random() < 0.5 and not exact:
        i = order[0]
        k = r.randint(2, 30)
        rel = (years[i] + k, k)
        lines.insert(1, f"{upper(say_number(float(k), r))} years later {spare}.")
    text = " ".join(lines)
    out = []
    i, j = r.sample(range(len(what)), 2)
    first = years[i] < years[j]
    for want in (SUP, REF):
        good = first == (want == SUP)
        out.append((r.choice([f"{upper(what[i])} {'before' if good else 'after'} {what[j]}.", f"{upper(what[j])} {'after' if good else 'before'} {what[i]}."]), text, want, "order"))
        gap = abs(years[i] - years[j])
        if gap > 1 and not exact:
            g = gap if want == SUP else gap + r.choice([-10, -1, 1, 5, 10, 20]) or 2
            a, b = (what[i], what[j]) if first else (what[j], what[i])
            if g > 1 and r.random() < 0.5:
                out.append((f"{upper(say_number(float(g), r))} years lay between the time when {a} and the time when {b}.", text, want, "span"))
        k = r.randrange(len(what))
        v = when[k] if exact else None
        said = (v if want == SUP else v.change()).say() if exact else str(years[k] if want == SUP else r.choice([years[k] + r.choice([-10, -5, -1, 1, 2, 9]), r.choice([y for y in years if y != years[k]])]))
        out.append((f"It was {on} {said} that {what[k]}.", text, want, "when"))
    if rel is not None:
        right = r.random() < 0.5
        y = rel[0] if right else rel[0] + r.choice([-5, -2, -1, 1, 2, 5, 10])
        out.append((f"{upper(spare)} in {y}.", text, SUP if right else REF, "arithmetic"))
    else:
        out.append((r.choice([f"{upper(spare)} {on} {r.choice(shown)}.", f"{upper(spare)} before {r.choice(what)}.", f"{upper(spare)} after {r.choice(what)}."]), text, NEI, "order"))
    return out


def from_sums(r):
    """Sums, shares, differences and products of what is said."""
    item = r.choice(["tickets", "chairs", "trees", "books", "parcels", "laptops", "bicycles", "houses", "meals", "visitors"])
    places = r.sample(PLACES, r.randint(2, 4))
    counts = [r.randint(2, 400) for _ in places]
    verb = r.choice(["were sold", "were delivered", "were counted", "are planned", "were ordered"])
    lines = [r.choice([f"{say_number(float(c), r)} {item} {verb} in {p}.", f"In {p}, {say_number(float(c), r)} {item} {verb}.", f"{p}: {say_number(float(c), r)} {item} {verb}."]) for p, c in zip(places, counts)]
    lines = [upper(line) for line in lines]
    price = r.randint(2, 90)
    mark = r.choice(["$", "€", "£"])
    if r.random() < 0.6:
        lines.append(r.choice([f"Each costs {mark}{price}.", f"The price of one is {mark}{price}."]))
        priced = True
    else:
        priced = False
    text = (" " if r.random() < 0.7 else "\n").join(lines)
    out = []
    total = sum(counts)
    i, j = r.sample(range(len(places)), 2)
    for want in (SUP, REF):
        ok = want == SUP
        off = lambda x: x if ok else max(1, x + r.choice([-30, -10, -5, -1, 1, 2, 5, 10, 20, 50]))  # noqa: E731
        options = [
            f"In total, {say_number(float(off(total)), r)} {item} {verb}.",
            f"Altogether {say_number(float(off(total)), r)} {item} {verb}.",
            f"More {item} {verb} in {places[i] if (counts[i] > counts[j]) == ok else places[j]} than in {places[j] if (counts[i] > counts[j]) == ok else places[i]}.",
            f"{upper(say_number(float(off(counts[i])), r))} {item} {verb} in {places[i]}.",
            f"{upper(say_number(float(off(abs(counts[i] - counts[j]) or 3)), r))} more {item} {verb} in {places[i] if counts[i] > counts[j] else places[j]} than in {places[j] if counts[i] > counts[j] else places[i]}.",
            f"Fewer than {say_number(float(max(counts) + 1 + r.randint(1, 50) if ok else min(counts)), r)} {item} {verb} in each of the places.",
            f"{upper(words_of(len(places) if ok else len(places) + r.choice([-1, 1, 2])))} places are named.",
        ]
        if counts[i] == counts[j]:
            options = options[:2]
        if priced:
            options.append(f"Two of them cost {mark}{off(2 * price)}.")
            options.append(f"The {item} in {places[i]} cost {mark}{off(price * counts[i]):,} together.")
        out.append((r.choice(options), text, want, "sum"))
    away = r.choice([p for p in PLACES if p not in places])
    out.append((r.choice([f"{upper(say_number(float(r.choice(counts + [r.randint(2, 400)])), r))} {item} {verb} in {away}.", f"More {item} {verb} in {places[0]} than in {away}.", f"Altogether {say_number(float(total), r)} {item} {verb} in the previous year.", f"Each costs {mark}{price}." if not priced else f"Each costs {mark}{price} in {away} too."]), text, NEI, "sum"))
    return out


def from_rules(r):
    """Rules with a condition and an exception."""
    who = r.choice(["members", "students", "tenants", "drivers", "visitors", "employees", "patients", "customers"])
    limit = r.choice([16, 18, 21, 25, 60, 65])
    right_ = r.choice(["enter free of charge", "borrow up to ten books", "use the pool", "take part in the draw", "park in the yard", "order in advance", "vote", "get a discount"])
    unless = r.choice(["they have a permit", "the manager agrees", "it is a public holiday", "they are accompanied by an adult", "they have paid a deposit"])
    fee = r.randint(2, 90)
    mark = r.choice(["$", "€", "£"])
    ways = [
        (f"{upper(who)} over {limit} may {right_}; all others may not.", lambda a: (f"A {limit + a}-year-old may {right_}.", a > 0), f"A {limit + 4}-year-old has to pay a fee to {right_}."),
        (f"{upper(who)} under {limit} may not {right_}.", lambda a: (f"At the age of {limit + a}, one may not {right_}.", a < 0), f"{upper(who)} may not {right_} in winter."),
    ]
    text2 = f"{upper(who)} may not {right_} unless {unless}."
    yes2 = [f"If {unless}, {who} may {right_}.", f"{upper(who)} need an exception to be able to {right_}: it applies if {unless}."]
    no2 = [f"{upper(who)} may always {right_}.", f"Even if {unless}, {who} may not {right_}."]
    rule, ask, nei = r.choice(ways)
    lines = [rule, text2 if r.random() < 0.5 else f"A fee of {mark}{fee} is charged for late returns."]
    if r.random() < 0.5:
        lines.insert(r.randrange(3), r.choice(FILLERS))
    text = " ".join(lines)
    out = []
    a = r.choice([-6, -4, -3, -2, 2, 3, 5, 9])
    c, ok = ask(a)
    if rule.find("under") > 0 and a > 0:
        out.append((c.replace("may not", "is barred from the right to"), text, REF if False else NEI, "rule")) if r.random() < 0.3 else None
    else:
        out.append((c, text, SUP if ok else REF, "rule"))
        c, ok = ask(-a)
        if not ("under" in rule and -a > 0):
            out.append((c, text, SUP if ok else REF, "rule"))
    if text2 in text:
        out.append((r.choice(yes2), text, SUP, "rule"))
        out.append((r.choice(no2), text, REF, "rule"))
    else:
        good = r.random() < 0.5
        out.append((f"Returning something late costs {mark}{fee if good else fee + r.choice([1, 5, 10])}.", text, SUP if good else REF, "rule"))
        out.append((r.choice(yes2 + no2), text if False else f"A fee of {mark}{fee} is charged for late returns. {r.choice(FILLERS)}", NEI, "rule"))
    out.append((nei, text, NEI, "rule"))
    return out


MAKERS = [(from_frame, 6), (from_several, 4), (from_series, 3), (from_talk, 1.2), (from_quantities, 0.8), (from_order, 0.8), (from_sums, 0.8), (from_rules, 0.4)]


def make_pairs(count: int, seed: int):
    """@returns about `count` rows {claim, passage, label, kind}; the same for the same seed."""
    r = random.Random(seed)
    makers, weights = zip(*MAKERS)
    rows = []
    while len(rows) < count:
        made = r.choices(makers, weights)[0](r)
        rows += [dict(claim=c, passage=p, label=label, kind=k) for c, p, label, k in made if c and p]
    return rows


if __name__ == "__main__":
    for row in make_pairs(60, 7):
        print(row["label"], "|", row["kind"], "|", row["claim"], "\n    ", row["passage"][:500].replace("\n", "⏎"))
