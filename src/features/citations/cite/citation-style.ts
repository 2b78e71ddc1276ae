/** The ways references are written. */
export const citationStyles = ['apa', 'vancouver', 'harvard', 'bibtex'] as const
export type CitationStyle = (typeof citationStyles)[number]
