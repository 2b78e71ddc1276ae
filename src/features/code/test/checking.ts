import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import { slow } from '../../../../test/support/slow.ts'
import { rightScript, wrongScript } from './sources.ts'

/** Tests of checking scripts and drawing the graph, in a world whose code has been parsed. */
export function testChecking(world: () => World): void {
  test(
    'G-CHECK-1 G-CHECK-2 what a script invents is found, with its line and what was meant',
    slow,
    async () => {
      const script_path = join(world().folder, 'wrong.py')
      await writeFile(script_path, wrongScript)
      const report = await world().call('check_ai_script_hallucinations', { script_path, details: true })
      assert.deepEqual([report.success, report.script_path], [true, script_path])
      const found = report.hallucinations_detected.map((one: Value) => `${one.location} ${one.type}`)
      assert.deepEqual(found, [
        'line 2 IMPORT_NOT_FOUND',
        'line 4 INVALID_PARAMETERS',
        'line 5 ATTRIBUTE_NOT_FOUND',
        'line 6 METHOD_NOT_FOUND',
        'line 7 INVALID_PARAMETERS',
        'line 8 FUNCTION_NOT_FOUND',
      ])
      const marks = report.hallucinations_detected.map((one: Value) => [one.source, one.marked])
      assert.deepEqual(marks.slice(1, 4), [
        ['device = connect("a", wait=2)', 'wait'],
        ['device.presure', 'presure'],
        ['device.shut()', 'shut'],
      ])
      assert.match(report.hallucinations_detected[2].suggestion, /pressure/)
      assert.match(report.hallucinations_detected[5].suggestion, /connect/)
      const summary = report.validation_summary
      assert.deepEqual([summary.invalid_count, summary.not_found_count], [2, 4])
      const settled = summary.valid_count + summary.invalid_count + summary.not_found_count
      assert.equal(summary.hallucination_rate, 6 / settled)
      assert.equal(summary.total_validations, settled + summary.uncertain_count)
      assert.ok(report.overall_confidence > 0 && report.overall_confidence < 1)
      assert.ok(report.recommendations.length > 0)
      assert.equal(report.analysis_metadata.total_imports, 4)
      const [library] = report.libraries_analyzed
      assert.deepEqual(
        [library.module_name, library.import_status, library.import_confidence],
        ['pump', 'VALID', 0.9],
      )
      const details = report.validation_details
      assert.equal(details.invalid_items.length, 2)
      for (const item of Object.values(details).flat() as Value[])
        assert.deepEqual(Object.keys(item).sort(), [
          'confidence',
          'details',
          'line',
          'message',
          'name',
          'status',
          'type',
        ])
    },
  )

  test('G-CHECK-3 what is right is called right', slow, async () => {
    const script = { script_content: rightScript }
    const report = await world().call('check_ai_script_hallucinations', script)
    assert.deepEqual(report.hallucinations_detected, [])
    assert.ok(report.validation_summary.valid_count >= 7, JSON.stringify(report.validation_summary))
    assert.equal(report.validation_details, undefined)
    const outside = await world().call('check_ai_script_hallucinations', {
      script_content: 'import numpy\nnumpy.zeros(3)\n',
    })
    assert.match(
      outside.recommendations.join(),
      /^Nothing was checked: none of numpy is in the knowledge graph\./,
    )
    assert.deepEqual([outside.validation_summary.total_validations, outside.overall_confidence], [0, 1])
  })

  test('G-CHECK-5 scripts that cannot be checked are refused in the contract’s words', async () => {
    const { refuse, folder, isConfined } = world()
    const rules = join(folder, 'rules.txt')
    await writeFile(rules, 'x')
    const binary = join(folder, 'binary.py')
    await writeFile(binary, Buffer.from([0, 1, 2]))
    const missing = join(folder, 'missing.py')
    const large = join(folder, 'large.py')
    await writeFile(large, '#'.repeat(3_000_001))
    const wrong: [object, string, RegExp][] = [
      [{}, 'SCRIPT_MISSING', /^Script path is required$/],
      [{ script_path: missing }, 'SCRIPT_NOT_FOUND', new RegExp(`^Script not found: ${missing}$`)],
      [{ script_path: rules }, 'SCRIPT_UNSUPPORTED', /^Only Python \(\.py\) files are supported/],
      [{ script_path: binary }, 'SCRIPT_UNREADABLE', /^Cannot read script file: /],
      [{ script_path: large }, 'CODE_FILE_TOO_LARGE', /has 3000001 characters; at most 3000000 are read/],
    ]
    for (const [name, language] of [
      ['main.go', 'go'],
      ['Main.java', 'java'],
      ['main.rs', 'rust'],
    ]) {
      const { error } = await refuse('check_ai_script_hallucinations', {
        script_path: join(folder, name ?? ''),
      })
      assert.equal(error.details.reason, 'SCRIPT_UNSUPPORTED')
      assert.match(JSON.stringify(error), new RegExp(`Scripts in ${language} are not judged`))
    }
    for (const [input, code, message] of wrong) {
      const { error } = await refuse('check_ai_script_hallucinations', input)
      assert.equal(error.details.reason, code)
      assert.match(error.message, message)
    }
    if (!isConfined) return
    const { error } = await refuse('check_ai_script_hallucinations', { script_path: '/etc/hosts.py' })
    assert.equal(error.details.reason, 'FORBIDDEN_PATH')
  })

  test('G-SHOW-1 a part of the graph is drawn', async () => {
    const { call, refuse } = world()
    const drawn = await call('show_graph', { of: 'pump.device.Device' })
    assert.deepEqual(await call('show_graph', { of: 'pump.Device' }), drawn)
    assert.deepEqual([drawn.format, drawn.nodes, drawn.limited], ['mermaid', [], false])
    assert.match(drawn.picture, /^graph LR\n {2}n0\["Class: Device"\]/)
    assert.match(drawn.picture, /n0 -- "EXTENDS" --> n\d/)
    assert.match(
      (await call('show_graph', { of: 'alice/pump', format: 'dot' })).picture,
      /^digraph \{[\s\S]*label="CONTAINS"/,
    )
    const { nodes, edges, node_count } = await call('show_graph', {
      of: 'alice/pump',
      format: 'json',
      limit: 5,
    })
    assert.deepEqual([nodes.length, node_count, nodes[0].label], [5, 5, 'Repository'])
    const ids = new Set(nodes.map((node: Value) => node.id))
    assert.ok(edges.length > 0 && edges.every((edge: Value) => ids.has(edge.from) && ids.has(edge.to)))
    const { error } = await refuse('show_graph', { of: 'nobody' })
    assert.deepEqual([error.details.reason, error.status_code], ['ENTITY_NOT_FOUND', 404])
    const ambiguous = await refuse('show_graph', { of: 'pump' })
    assert.equal(ambiguous.error.details.reason, 'REPOSITORY_AMBIGUOUS')
  })
}

/** The language of a script does not depend on the surface, and each server starts a type checker for it: one world is enough. */
export function testLanguages(world: () => World): void {
  test('G-CHECK-4 scripts come as text too, and may be TypeScript or JavaScript', slow, async () => {
    const script_content = `import { makeValve, Valve } from 'valve'
makeValve(3).open(90).shut()
new Valve(1).open()
`
    const report = await world().call('check_ai_script_hallucinations', {
      script_content,
      language: 'typescript',
    })
    assert.equal(report.script_path, null)
    assert.deepEqual(
      report.hallucinations_detected.map((one: Value) => `${one.location} ${one.type}`),
      ['line 2 METHOD_NOT_FOUND', 'line 3 INVALID_PARAMETERS'],
    )
    const script_path = join(world().folder, 'script.js')
    await writeFile(script_path, `import { makeValves } from 'valve'\n`)
    const fromFile = await world().call('check_ai_script_hallucinations', { script_path })
    assert.deepEqual(
      fromFile.hallucinations_detected.map((one: Value) => one.type),
      ['IMPORT_NOT_FOUND'],
    )
  })
}
