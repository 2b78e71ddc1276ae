"""Trains the reader of facts: python3 train.py <windows.jsonl> <weights.pt> [epochs]

The loss of a table is that of Su et al. (2022) for several labels: every right cell above 0, every other below. Cells that nobody
listed as right or wrong are left out.
"""

import json
import os
import random
import re
import sys
import time
import zlib

import torch
import torch.nn.functional as F
from tables import DATES, RELATIONS, SPANS, TABLES, FactReader

RATE, TABLE_RATE, WARM = float(os.environ.get('RATE', 1e-4)), 1e-3, 0.06
TOKENS, STEP, KEEP = 1152, 32, 0.997
# Words that are hidden in a step, as a share.
HIDDEN, MASK = 0.04, 103
FIRST, STRIDE = int(os.environ.get("FIRST", 0)), int(os.environ.get("STRIDE", 1))
STRETCH = float(os.environ.get('STRETCH', 1))
PRONOUNS = set("he she it they his her its their him them".split())
PARTICLES = set("of the and for de la van von der den du di da del y & - ' . , in".split())
NOT_ASKED = -2
MUTUAL = {RELATIONS.index(name) for name in ("MARRIED_TO", "SIBLING_OF", "MERGED_WITH")}


def read_windows(file):
    return [json.loads(line) for line in open(file)]


def read_versions(file):
    windows = [w for w in read_windows(file) if not is_held_out(w)]
    return [[w for w in windows if w["version"] == version] for version in range(1 + max(w["version"] for w in windows))]


def is_held_out(window):
    return zlib.crc32(f"{window['f']} {window['n']}".encode()) % 100 < int(os.environ.get("HELD_OUT", 8))


def unlisted_names(window):
    """Runs of capitalised words that no list mentions: names, but nobody said so."""
    words, spans = window["words"], window["spans"]
    taken = {at for _, first, last in spans for at in range(first - 1, last + 2)}
    runs, run = [], []
    for at, word in enumerate([*words, "|"]):
        if re.match(r"[A-ZÀ-ÞŁŚŻČŠŽ]|\d", word) and at not in taken:
            run.append(at)
        elif run and word.lower() in PARTICLES and at not in taken:
            run.append(at)
        else:
            if run:
                runs.append(run)
            run = []
    return [(one, other) for run in runs for one in run for other in run if one <= other < one + 10]


def collate(windows):
    rows = len(windows)
    tokens = -(-max(len(w["ids"]) for w in windows) // STEP) * STEP
    length = max(len(w["firsts"]) for w in windows)
    ids, types, attention = (torch.zeros(rows, tokens, dtype=torch.long) for _ in range(3))
    firsts = torch.zeros(rows, length, dtype=torch.long)
    tables = len(SPANS) + len(RELATIONS)
    right = torch.zeros(rows, tables, length, length, dtype=torch.bool)
    asked = torch.zeros(rows, tables, length, length, dtype=torch.bool)
    above = torch.triu(torch.ones(length, length, dtype=torch.bool))
    for row, w in enumerate(windows):
        ids[row, : len(w["ids"])] = torch.tensor(w["ids"])
        types[row, : len(w["types"])] = torch.tensor(w["types"])
        attention[row, : len(w["ids"])] = 1
        own = len(w["firsts"])
        firsts[row, :own] = torch.tensor(w["firsts"])
        asked[row, :, :own, :own] = True
        asked[row, : len(SPANS)] &= above
        for one, other in unlisted_names(w):
            asked[row, SPANS.index("name"), one, other] = False
        marked = {first for kind, first, last in w["spans"]}
        pronouns = [at for at, word in enumerate(w["words"]) if word.lower() in PRONOUNS and at not in marked]
        for at in pronouns:
            asked[row, SPANS.index("reference"), at, at] = False
            asked[row, len(SPANS) + RELATIONS.index("MEANS"), at] = False
        for kind, first, last in w["ignoredSpans"]:
            asked[row, kind, first, last] = False
        for kind, one, other in w["ignoredPairs"]:
            asked[row, len(SPANS) + kind, one, other] = False
        for kind, one, other in w["pairs"]:
            for at in pronouns:
                asked[row, len(SPANS) + kind, at, other] = False
                if kind in MUTUAL:
                    asked[row, len(SPANS) + kind, one, at] = False
        for kind, first, last in w["spans"]:
            right[row, kind, first, last] = asked[row, kind, first, last] = True
        for kind, one, other in w["pairs"]:
            right[row, len(SPANS) + kind, one, other] = asked[row, len(SPANS) + kind, one, other] = True
    return ids, types, attention, firsts, right, asked


def table_loss(scores, right, asked):
    """Per table, averaged over windows."""
    scores = scores.flatten(2)
    right, asked = right.flatten(2), asked.flatten(2)
    none = scores.new_zeros(scores.shape[:2] + (1,))
    wrong = torch.cat([scores.masked_fill(right | ~asked, -1e4), none], -1)
    missed = torch.cat([(-scores).masked_fill(~right, -1e4), none], -1)
    return (torch.logsumexp(wrong, -1) + torch.logsumexp(missed, -1)).mean(0).sum()


def date_loss(scores, windows):
    """The loss of choosing between the dates of a window and "none", whose score is 0."""
    base = len(SPANS) + len(RELATIONS)
    one_at, other_at, groups, targets = [], [], [], []
    for row, w in enumerate(windows):
        days = [first for first, last in w["dates"]]
        for part, rows in (("begin", w["from"]), ("end", w["to"])):
            of_subject, of_object = base + DATES.index(f"{part} of subject"), base + DATES.index(f"{part} of object")
            for one, other, day in rows:
                if day == NOT_ASKED or not days or (day >= 0 and day not in days):
                    continue
                one_at += [(row, of_subject, one, at) for at in days]
                other_at += [(row, of_object, other, at) for at in days]
                groups.append(len(days))
                targets.append(days.index(day) + 1 if day >= 0 else 0)
    if not groups:
        return scores.new_zeros(())
    choices = scores[tuple(torch.tensor(one_at).T)] + scores[tuple(torch.tensor(other_at).T)]
    rows = torch.nn.utils.rnn.pad_sequence(choices.split(groups), batch_first=True, padding_value=-1e4)
    rows = torch.cat([rows.new_zeros(len(groups), 1), rows], 1)
    return F.cross_entropy(rows, torch.tensor(targets), reduction="sum") / len(windows)


def batches(windows):
    """Windows of similar length; every batch has the same number of tokens, because each new shape costs seconds."""
    made = []
    buckets = {}
    for window in windows:
        buckets.setdefault(-(-len(window["ids"]) // STEP), []).append(window)
    for steps, own in buckets.items():
        rows = max(1, TOKENS // (steps * STEP))
        random.shuffle(own)
        for at in range(0, len(own), rows):
            batch = own[at : at + rows]
            made.append(batch + random.choices(own, k=rows - len(batch)))
    random.shuffle(made)
    return made


def facts_of(window, scores, least=0.0):
    """What tables say of a window, as {(relation, subject span, object span): (score, begin, end)}."""
    length = len(window["firsts"])
    own = scores[:, :length, :length]
    spans = {}
    for kind in range(len(SPANS)):
        for first, last in (own[kind] > 0).nonzero().tolist():
            score = own[kind, first, last].item()
            if last >= first and score > spans.get(first, (0, 0))[1]:
                spans[first] = (last, score)
    days = [first for first, last in window["dates"]]
    for first, last in window["dates"]:
        spans.setdefault(first, (last, 9))
    found = {}
    base = len(SPANS) + len(RELATIONS)
    for kind in range(len(RELATIONS) - 2):
        for one, other in (own[len(SPANS) + kind] > least).nonzero().tolist():
            if one not in spans or other not in spans or one == other:
                continue
            bounds = []
            for part in ("begin", "end"):
                of_subject = own[base + DATES.index(f"{part} of subject"), one]
                of_object = own[base + DATES.index(f"{part} of object"), other]
                choices = [(of_subject[day] + of_object[day]).item() for day in days]
                best = max(range(len(days)), key=choices.__getitem__) if days else None
                bounds.append(days[best] if best is not None and choices[best] > 0 else -1)
            key = (kind, (one, spans[one][0]), (other, spans[other][0]))
            found[key] = (own[len(SPANS) + kind, one, other].item(), *bounds)
    return found


def judge(reader, windows):
    """Right, wrong and missed pairs, and how many of the right ones have the listed dates."""
    reader.eval()
    counts = {least: [0, 0, 0, 0] for least in (-2, -1, 0, 1, 2, 3, 4)}
    kinds, seen = {}, set()
    with torch.no_grad():
        for batch in batches(windows):
            ids, types, attention, firsts, right, asked = collate(batch)
            scores = reader(ids, types, attention, firsts).float()
            for row, w in enumerate(batch):
                if id(w) in seen:
                    continue
                seen.add(id(w))
                ends = {first: last for _, first, last in w["spans"]} | {first: last for first, last in w["dates"]}
                listed = {
                    (kind, (one, ends.get(one)), (other, ends.get(other)))
                    for kind, one, other in w["pairs"]
                    if kind < len(RELATIONS) - 2
                }
                begins = {(one, other): day for one, other, day in w["from"]}
                closes = {(one, other): day for one, other, day in w["to"]}
                found = facts_of(w, scores[row], -2)
                for least, count in counts.items():
                    own = {key: rest for key, rest in found.items() if rest[0] > least}
                    for key, (_, begin, end) in own.items():
                        kind, (one, _), (other, _) = key
                        if key in listed:
                            count[0] += 1
                            dates = ((begin, begins.get((one, other), -2)), (end, closes.get((one, other), -2)))
                            count[3] += all(told == -2 or told == read for read, told in dates)
                        elif asked[row, len(SPANS) + kind, one, other]:
                            count[1] += 1
                        if least == 0:
                            kinds.setdefault(RELATIONS[kind], [0, 0, 0])[0 if key in listed else 1] += 1
                    count[2] += len(listed - own.keys())
                    if least == 0:
                        for key in listed - own.keys():
                            kinds.setdefault(RELATIONS[key[0]], [0, 0, 0])[2] += 1
    reader.train()
    for least, (good, bad, missed, dated) in counts.items():
        precision, recall = good / max(1, good + bad), good / max(1, good + missed)
        print(f"  >{least}: {good} right ({dated} with dates), {bad} wrong, {missed} missed: {precision:.3f} {recall:.3f}")
    print("  ", kinds, flush=True)


def keep_mean(mean, reader, share):
    """The mean of the weights of the last steps, which is better than the last."""
    with torch.no_grad():
        for name, weights in reader.state_dict().items():
            if weights.is_floating_point():
                mean[name].mul_(share).add_(weights, alpha=1 - share)


def train(file, out, epochs, start=None):
    torch.set_num_threads(os.cpu_count())
    random.seed(3)
    torch.manual_seed(3)
    reader = FactReader()
    if start is not None:
        reader.load_state_dict(torch.load(start), strict=False)
    reader.base.word.weight.requires_grad_(False)
    held = [w for w in read_windows(file) if is_held_out(w) and w["version"] == 0]
    rest = read_versions(file)[0]
    tables = list(reader.tables.parameters()) + list(reader.base.typ.parameters())
    own = {id(weights) for weights in tables}
    trained = [weights for weights in reader.parameters() if weights.requires_grad and id(weights) not in own]
    optimiser = torch.optim.AdamW(
        [
            {"params": [weights for weights in trained if weights.dim() > 1], "weight_decay": 0.01, "rate": RATE},
            {"params": [weights for weights in trained if weights.dim() <= 1], "weight_decay": 0, "rate": RATE},
            {"params": tables, "weight_decay": 0.01, "rate": TABLE_RATE},
        ]
    )
    steps, step, begun = round(STRETCH * epochs * len(batches(rest))), 0, time.time()
    print(f"{len(rest)} windows, {len(held)} held out, {steps} steps", flush=True)
    mean = {name: weights.clone() for name, weights in reader.state_dict().items()}
    reader.train()
    for epoch in range(epochs):
        total = 0
        versions = read_versions(file)
        for batch in batches(versions[(FIRST + STRIDE * epoch) % len(versions)]):
            for kind in optimiser.param_groups:
                kind["lr"] = kind["rate"] * min(1, (step + 1) / (WARM * steps)) * max(0, 1 - step / (1.01 * steps))
            ids, types, attention, firsts, right, asked = collate(batch)
            ids = torch.where((torch.rand(ids.shape) < HIDDEN) & (ids > 110), MASK, ids)
            with torch.cpu.amp.autocast():
                scores = reader(ids, types, attention, firsts).float()
            loss = table_loss(scores[:, : right.shape[1]], right, asked) + date_loss(scores, batch)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            keep_mean(mean, reader, min(KEEP, step / (step + 20)))
            total += loss.item()
            step += 1
            if step % 50 == 0:
                print(f"{step} of {steps}, loss {total / (step - epoch * steps // epochs or 1):.3f}, {time.time() - begun:.0f} s", flush=True)
        print(f"epoch {epoch + 1}, loss {total / (steps / epochs):.3f}, {time.time() - begun:.0f} s", flush=True)
        if epoch % 2 == 1 or epoch == epochs - 1:
            own_weights = {name: weights.clone() for name, weights in reader.state_dict().items()}
            reader.load_state_dict(mean)
            torch.save(mean, out)
            judge(reader, held)
            reader.load_state_dict(own_weights)


if __name__ == "__main__":
    train(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 10, *sys.argv[4:5])
