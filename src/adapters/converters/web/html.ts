import { throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { charsetInside, decodeText } from '../../../core/text/decode-text.ts'
import { topHeading } from '../../../core/text/outline.ts'
import { asBrokenSource } from '../text/broken-source.ts'
import { oneLine } from '../text/clean-text.ts'
import { makeConverted } from '../text/make-converted.ts'
import { domToMarkdown, prepareHtml } from './html-to-markdown.ts'
import { linkShare } from './link-share.ts'
import { type Dom, limitDepth, parseHtml } from './parse-html.ts'
import { withoutMarks } from './simplify-dom.ts'
import { stripBoilerplate } from './strip-boilerplate.ts'

/** Web pages: the part they are about, without menus, scripts and banners. */
export const htmlConverter: Converter = {
  name: 'html',
  version: 3,
  formats: ['html'],
  isolated: true,
  sharesChild: true,
  prepare: prepareHtml,
  async convert(raw, options, { signal }) {
    throwIfAborted(signal)
    const decoded = decodeText(raw, charsetInside(raw.bytes))
    try {
      const $ = await parseHtml(withoutMarks(decoded.text))
      const tooDeep = limitDepth($)
      const title = titleOf($)
      const language = languageOf($)
      resolveLinks($, raw, options.siteLinks === 'words')
      stripBoilerplate($)
      const isListing = listsLinks($)
      const { markdown, warnings } = await domToMarkdown($)
      return makeConverted(raw, {
        fileType: 'html',
        markdown,
        // What stands in <title> often names the site as well.
        title: topHeading(markdown) ?? title,
        warnings: [...decoded.warnings, ...tooDeep, ...warnings],
        language,
        isListing,
      })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as HTML', error)
    }
  },
}

function titleOf($: Dom): string | null {
  const title = oneLine($('head title').first().text() || $('title').not('svg title').first().text())
  return title || $('meta[property="og:title"]').attr('content') || null
}

function languageOf($: Dom): string | undefined {
  return /^([a-z]{2})(?:[-_]|$)/i.exec($('html').attr('lang')?.trim() ?? '')?.[1]?.toLowerCase()
}

/** Fewer are a page that happens to be short. */
const fewestLinks = 15
/** Indexes and tables of contents have 0.73 to 0.96 of their text in links, pages that explain at most 0.66. */
const listingShare = 0.7

/** Whether what is left of a page without its menus is a list of links all the same. */
function listsLinks($: Dom): boolean {
  const [body] = $('body').toArray()
  return body !== undefined && $('a').length >= fewestLinks && linkShare($, body) >= listingShare
}

/** Makes links absolute when it is known where the page came from; those within its site may lose their targets. */
function resolveLinks($: Dom, raw: RawSource, dropsSite: boolean): void {
  const base = baseOf($, raw)
  if (base === null) return
  const { host } = new URL(base)
  for (const link of $('a[href]').toArray()) {
    const href = $(link).attr('href') ?? ''
    if (href.startsWith('#') || !URL.canParse(href, base)) continue
    const target = new URL(href, base)
    if (dropsSite && target.host === host) $(link).removeAttr('href')
    else $(link).attr('href', target.href)
  }
}

function baseOf($: Dom, raw: RawSource): string | null {
  const page = [raw.source, $('link[rel="canonical"]').attr('href')].find(
    url => url && /^https?:\/\//i.test(url),
  )
  const declared = $('base[href]').attr('href')
  if (declared && URL.canParse(declared, page)) return new URL(declared, page).href
  return page ?? null
}
