import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawDot, drawMermaid, drawText } from './drawing.ts'

const drawing = {
  boxes: [
    { id: 'a', caption: 'Class: A' },
    { id: 'b', caption: 'Interface: B' },
  ],
  arrows: [{ from: 'a', to: 'b', caption: 'EXTENDS' }],
}

test('boxes and arrows become a chart', () => {
  assert.equal(
    drawMermaid(drawing),
    'graph LR\n  n0["Class: A"]\n  n1["Interface: B"]\n  n0 -- "EXTENDS" --> n1',
  )
  assert.equal(
    drawDot(drawing),
    'digraph {\n  rankdir=LR;\n  node [shape=box];\n  n0 [label="Class: A"];\n  n1 [label="Interface: B"];\n  n0 -> n1 [label="EXTENDS"];\n}',
  )
})

test('captions stay inside their box, whatever they contain', () => {
  const caption = 'A"]; click n0 "javascript:x" <script> #quot; \\ `x`\nend'
  const nasty = { boxes: [{ id: 'a', caption }], arrows: [{ from: 'a', to: 'a', caption }] }
  const [, box, arrow] = drawMermaid(nasty).split('\n')
  assert.match(box ?? '', /^ {2}n0\["[^"<>`\\]*"\]$/)
  assert.match(arrow ?? '', /^ {2}n0 -- "[^"<>`\\]*" --> n0$/)
  assert.equal(drawDot(nasty).split('\n')[3], `  n0 [label=${JSON.stringify(caption)}];`)
})

test('for a terminal, boxes are a tree from the first one, and no arrow is lost', () => {
  const boxes = ['Class: A', 'Interface: B', 'File: a.py', 'Method: run()'].map((caption, at) => ({
    id: String(at),
    caption,
  }))
  const arrows = [
    { from: '2', to: '0', caption: 'DEFINES' },
    { from: '0', to: '1', caption: 'EXTENDS' },
    { from: '1', to: '3', caption: 'HAS_METHOD' },
    { from: '2', to: '1', caption: 'DEFINES' },
  ]
  assert.equal(
    drawText({ boxes, arrows }),
    `Class: A
├─ DEFINES ← File: a.py
└─ EXTENDS → Interface: B
   └─ HAS_METHOD → Method: run()

Also:
  File: a.py DEFINES → Interface: B`,
  )
})
