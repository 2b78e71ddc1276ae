/** `quire verify`: the quotation was found, but the stated page is wrong or cannot be confirmed. */
export const wrongPageExitCode = 8

/** `quire check`: the manuscript has quotations or citations that are wrong. */
export const manuscriptProblemsExitCode = 9

/** The exit codes that scripts may rely on. The code of a failure is derived from its kind (`exitCodeOfKind`). */
export const exitCodes: Readonly<Record<number, string>> = {
  0: 'Done',
  1: 'Something unexpected went wrong, or a part of the work failed (files, pages of a site, sources)',
  2: 'Wrong command, flag, value or setting; unsupported or too large',
  3: 'Not allowed: outside the roots, refused by a server, wrong token',
  4: 'Not found: a library, project, document, file or address; a quotation that verify did not find',
  5: 'Conflict: it exists already, or another job is working on it',
  6: 'Not available right now: the store, a model, a service; or too many requests',
  7: 'Took longer than its time limit',
  [wrongPageExitCode]:
    'verify found the quotation, but not on the stated page (or there are no pages to compare)',
  [manuscriptProblemsExitCode]: 'check found quotations or citations that are wrong or cannot be found',
  130: 'Stopped by Ctrl-C or a signal; what was stored stays',
}
