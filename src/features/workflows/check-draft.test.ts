import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badSchedules } from './check-draft.ts'

const draftWith = (parameters: object, more: object = {}) => ({
  name: 'A',
  connections: {},
  settings: {},
  nodes: [
    {
      id: '1',
      name: 'Clock',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1.2,
      position: [0, 0] as const,
      // SAFETY: the cases below are plain JSON.
      parameters: parameters as never,
      extras: {},
      ...more,
    },
  ],
})
const schedule = (expression: string) => ({ rule: { interval: [{ field: 'cronExpression', expression }] } })

const possible = [
  '0 3 * * *',
  '*/5 * * * *',
  '0 0 7 * * 1-5',
  '0 9-17/2 1,15 jan-mar MON,wed',
  '0 7 * * 7',
  '? * * * * ?',
  '@daily',
  '={{ $json.when }}',
]
const impossible = [
  '',
  'not a cron',
  '61 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 8',
  '*/0 * * * *',
  '1-2-3 * * * *',
  '* * * *',
  '* * * * * * *',
  '* * * foo *',
]

test('W-STATE-2 cron expressions that n8n can run are left alone', () => {
  for (const expression of possible) assert.deepEqual(badSchedules(draftWith(schedule(expression))), [])
})

test('W-STATE-2 cron expressions that can never run are named with their node', () => {
  for (const expression of impossible) {
    const [problem] = badSchedules(draftWith(schedule(expression)))
    assert.equal(
      problem,
      `The schedule ${JSON.stringify(expression)} of "Clock" is not a valid cron expression.`,
      expression,
    )
  }
})

test('W-STATE-2 they are found wherever triggers keep them, and only in triggers that are on', () => {
  const polled = { pollTimes: { item: [{ mode: 'custom', cronExpression: '61 * * * *' }] } }
  assert.equal(badSchedules(draftWith(polled, { type: 'n8n-nodes-base.rssFeedReadTrigger' })).length, 1)
  assert.deepEqual(badSchedules(draftWith(schedule('never'), { extras: { disabled: true } })), [])
  assert.deepEqual(badSchedules(draftWith(schedule('never'), { type: 'n8n-nodes-base.set' })), [])
})
