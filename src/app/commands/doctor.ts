import type { CommandCall } from '../../core/contract/shell/command.ts'
import type { App } from '../app.ts'
import { checks } from '../doctor/index.ts'
import { type Finding, type Patient, runChecks } from '../doctor/run-checks.ts'

/** `quire doctor`: each thing Quire needs, whether it is well, and what to do where it is not. */
export async function doctor(app: App, { terminal, wantsJson, signal }: CommandCall): Promise<number> {
  const patient: Patient = { world: app.world, config: await app.config(), open: () => app.open('error') }
  const findings: Finding[] = []
  const { good, warn, bad, dim } = terminal.style
  const paint = { ok: good('ok  '), warn: warn('warn'), fail: bad('fail') }
  for await (const finding of runChecks(checks, patient, signal)) {
    findings.push(finding)
    if (wantsJson) continue
    terminal.print(`${paint[finding.state]}  ${finding.name.padEnd(14)} ${finding.says}`)
    if (finding.remedy !== undefined) terminal.print(`      ${dim(`→ ${finding.remedy}`)}`)
  }
  const isWell = findings.every(finding => finding.state !== 'fail')
  if (wantsJson) terminal.print(JSON.stringify({ ok: isWell, checks: findings }, null, 2))
  return isWell ? 0 : 1
}
