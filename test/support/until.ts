import { setTimeout as pause } from 'node:timers/promises'

/** Waits for a fact. The pauses leave the processor to what the fact depends on. */
export async function until(fact: () => unknown): Promise<void> {
  while (!(await fact())) await pause(20)
}
