import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import { renderTool } from '../../../test/support/render-tool.ts'

const check = (detected: object[], columns = 80) =>
  renderTool('check_ai_script_hallucinations', {
    value: {
      script_path: 'wrong.py',
      validation_summary: {
        total_validations: 3,
        valid_count: 2,
        invalid_count: 0,
        not_found_count: detected.length,
        uncertain_count: 0,
      },
      syntax_problems: [],
      hallucinations_detected: detected,
      recommendations: [],
    },
    input: {},
    terminal: fakeTerminal({ columns }),
  })

const shut = {
  type: 'METHOD_NOT_FOUND',
  location: 'line 6',
  description: "Method 'shut' not found on class 'Device'",
  suggestion: 'close',
  source: 'device.shut()',
  marked: 'shut',
}

test('each wrong use is printed with its line, the invented word marked, and what was meant', async () => {
  const { answer } = await check([shut])
  assert.equal(
    answer,
    [
      'wrong.py · 3 uses checked · 2 valid · 1 wrong · 0 uncertain',
      "  line 6  METHOD_NOT_FOUND  Method 'shut' not found on class 'Device'",
      '    device.shut()',
      '           ^^^^  close',
      '',
    ].join('\n'),
  )
})

test('a line that is wider than the terminal is cut so that the mark is seen', async () => {
  const source = `result = ${'wrap('.repeat(30)}device.shut()${')'.repeat(30)}`
  const lines = (await check([{ ...shut, source }], 60)).answer.split('\n')
  const [shown = '', mark = ''] = lines.slice(2, 4)
  assert.ok(shown.length <= 60, shown)
  assert.equal(shown.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1), 'shut')
})
