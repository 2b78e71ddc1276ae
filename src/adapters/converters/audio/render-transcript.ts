import { oneLine } from '../text/markdown-parts.ts'
import type { Transcript } from './request-transcript.ts'

/** `[00:01:05] text` per passage; the bare text where no times are known. */
export function renderTranscript({ text, segments }: Transcript): string {
  if (segments.length === 0) return text.trim()
  return segments
    .map(segment => ({ start: segment.start, words: oneLine(segment.text) }))
    .filter(({ words }) => words !== '')
    .map(({ start, words }) => `[${formatTime(start)}] ${words}`)
    .join('\n\n')
}

function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map(part => String(part).padStart(2, '0'))
    .join(':')
}
