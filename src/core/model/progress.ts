/**
 * The progress of long work. `total` is null while it is unknown. `part` is the sum of the fractions of unfinished
 * steps. `message` is a complete text: surfaces show it unchanged.
 */
export type Progress = { done: number; total: number | null; part?: number; message: string }

export type ReportProgress = (progress: Progress) => void

export const silent: ReportProgress = () => {}
