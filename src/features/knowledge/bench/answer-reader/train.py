"""Trains the reader: python3 train.py <pieces.jsonl> <weights.pt>

A group is a question, a piece that answers it (none for a question that nothing answers) and four other pieces of the same
manual. The loss is that of choosing between the pieces and "none of them", whose logit is 0.
"""

import json
import os
import random
import sys
import time
from itertools import islice

import torch
import torch.nn.functional as F
from network import load_reader

# The rate falls over more steps than are made: weights after 1,500 steps and more were worse on manuals that were held out.
STEPS, STOP, GROUPS, OTHERS, RATE, WARM = 2600, 1000, 8, 4, 6e-5, 0.06
LONGEST_QUESTION, LONGEST_PIECE = 40, 96
BEGIN, END = 101, 102
# Their questions are only asked to see how far training has come.
HELD_OUT = set("cups-server-common nethack-common gnome-user-docs rsyslog-doc joe debian-faq maxima-doc i3-wm".split())


def read_questions(file):
    """Questions with their pieces, each [answers, is from the passage that was asked about, rank, tokens]."""
    questions = [json.loads(line) for line in open(file)]
    usable = [q for q in questions if q["k"] == "near" or any(answers for answers, *_ in q["r"])]
    return [q for q in usable if q["m"] not in HELD_OUT and sum(not answers for answers, *_ in q["r"]) >= 3]


def make_group(question):
    right = [piece for piece in question["r"] if piece[0]]
    wrong = [piece for piece in question["r"] if not piece[0]]
    nearest = wrong[:8]
    random.shuffle(nearest)
    picked = nearest[:2]
    rest = [piece for piece in wrong if piece not in picked]
    random.shuffle(rest)
    picked += rest[: OTHERS - len(picked)]
    is_answered = question["k"] != "near"
    pieces = ([random.choice(right)] if is_answered else []) + picked
    return [join_pair(question["q"], piece[3]) for piece in pieces], 0 if is_answered else len(pieces)


def join_pair(question, piece):
    question, piece = question[:LONGEST_QUESTION], piece[:LONGEST_PIECE]
    return [BEGIN, *question, END, *piece, END], [0] * (len(question) + 2) + [1] * (len(piece) + 1)


def pad(pairs):
    longest = max(len(ids) for ids, _ in pairs)
    ids, types, attention = (torch.zeros(len(pairs), longest, dtype=torch.long) for _ in range(3))
    for row, (tokens, kinds) in enumerate(pairs):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        types[row, : len(kinds)] = torch.tensor(kinds)
        attention[row, : len(tokens)] = 1
    return ids, types, attention


def batches(questions):
    """Groups of similar length together, because short pairs are padded to the longest."""
    order = list(range(len(questions)))
    random.shuffle(order)
    for at in range(0, len(order), GROUPS * 24):
        groups = [make_group(questions[index]) for index in order[at : at + GROUPS * 24]]
        groups.sort(key=lambda group: max(len(ids) for ids, _ in group[0]))
        own = [groups[first : first + GROUPS] for first in range(0, len(groups), GROUPS)]
        random.shuffle(own)
        yield from own


def loss_of(batch, logits):
    at, loss = 0, 0
    for pairs, target in batch:
        choices = torch.cat([logits[at : at + len(pairs)], torch.zeros(1)])
        loss = loss + F.cross_entropy(choices[None], torch.tensor([target]))
        at += len(pairs)
    return loss / len(batch)


def train(file, out):
    torch.set_num_threads(os.cpu_count())
    random.seed(3)
    torch.manual_seed(3)
    reader = load_reader()
    reader.word.weight.requires_grad_(False)
    trained = [weights for weights in reader.parameters() if weights.requires_grad]
    kinds = [
        {"params": [weights for weights in trained if weights.dim() > 1], "weight_decay": 0.01},
        {"params": [weights for weights in trained if weights.dim() <= 1], "weight_decay": 0},
    ]
    optimiser = torch.optim.AdamW(kinds, lr=RATE)
    reader.train()
    begun = time.time()
    for step, batch in enumerate(islice(batches(read_questions(file)), STOP)):
        for kind in optimiser.param_groups:
            kind["lr"] = RATE * min(1, (step + 1) / (WARM * STEPS)) * (1 - step / STEPS)
        with torch.cpu.amp.autocast():
            logits = reader(*pad([pair for pairs, _ in batch for pair in pairs])).float()
        loss = loss_of(batch, logits)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        if step % 50 == 0:
            print(f"{step} of {STOP}, loss {loss.item():.3f}, {time.time() - begun:.0f} s", flush=True)
    torch.save(reader.state_dict(), out)


if __name__ == "__main__":
    train(sys.argv[1], sys.argv[2])
