import { throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { charsetInside, decodeText } from '../../../core/text/decode-text.ts'
import { topHeading } from '../../../core/text/outline.ts'
import { asBrokenSource, makeConverted } from '../text/make-converted.ts'
import { oneLine } from '../text/markdown-parts.ts'
import { domToMarkdown, prepareHtml, withoutMarks } from './html-to-markdown.ts'
import { type Dom, type DomElement, isElement, limitDepth, parseHtml, textOf } from './parse-html.ts'

/** Web pages: the main content, without menus, scripts and banners. */
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
        // <title> often includes the name of the site.
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

/** A page with fewer links may just be short. */
const fewestLinks = 15
/** Measured: indexes and tables of contents have 0.73 to 0.96 of their text in links, other pages at most 0.66. */
const listingShare = 0.7

/** Whether the page, without its menus, is still a list of links. */
function listsLinks($: Dom): boolean {
  const [body] = $('body').toArray()
  return body !== undefined && $('a').length >= fewestLinks && linkShare($, body) >= listingShare
}

/** Makes links absolute when the URL of the page is known; links within the site may lose their targets. */
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

const neverText =
  'script, style, noscript, template, iframe, object, embed, canvas, svg, link, meta, button, input, select, textarea, dialog, [hidden], [aria-hidden="true"]'
const navigation = 'nav, [role="navigation"], [role="search"], [role="menu"], [role="menubar"]'
const pageChrome = 'header, footer, aside, [role="banner"], [role="contentinfo"], [role="complementary"]'
const banner =
  /cookie[-_]?(banner|consent|notice|bar|popup|law|message|modal|overlay)|consent[-_]?(banner|popup|manager|modal)|onetrust|gdpr|cc-window|skip[-_]?(link|nav|to)|breadcrumb|(social|share)[-_]?(links|buttons|bar|icons|media)|advert(isement|ising)?|ad[-_]slot|newsletter[-_]?(signup|form|box)|page[-_]?navigation|\bnav(header|footer)\b/i
/**
 * Words in classes and ids of menus and tables of contents. Content may have them too, but does not consist of links.
 */
const linkList =
  /(?:^|[\s_-])(?:(?:main|sub|top|side)?menu(?:bar)?|nav|navbar|navigation|pager|pagination|prevnext|prev-next|(?:fancy|local|page)?[-_]?toc\d?|table[-_]?of[-_]?contents)(?=$|[\s_-])/i

/** Reduces the body to the main content. Conservative: the element with most of the text is never removed. */
function stripBoilerplate($: Dom): void {
  $(neverText).remove()
  const body = $('body').first()
  const main = chooseMain($)
  if (main !== null) body.empty().append($(main))
  else removePageChrome($)
  removeSmall($, $(navigation).toArray())
  removeSmall(
    $,
    $('[id], [class]')
      .toArray()
      .filter(element => banner.test(namesOf($, element)) || isLinkList($, element)),
  )
}

function namesOf($: Dom, element: DomElement): string {
  return `${$(element).attr('id') ?? ''} ${$(element).attr('class') ?? ''}`
}

/** Whether an element is named like a menu and consists of links. */
function isLinkList($: Dom, element: DomElement): boolean {
  if (!linkList.test(namesOf($, element)) || $(element).find('pre').length > 0) return false
  return linkShare($, element) >= 0.7
}

/** The only main element or article, when it holds enough of the page's text. */
function chooseMain($: Dom): DomElement | null {
  const total = lengthOf($('body')[0])
  for (const selector of ['main, [role="main"]', 'article']) {
    const candidates = $(selector)
      .toArray()
      .filter(isElement)
      .filter(element => $(element).parents(selector).length === 0)
    const [only] = candidates
    if (candidates.length === 1 && only !== undefined && lengthOf(only) > Math.max(200, total * 0.3))
      return only
  }
  return null
}

function removePageChrome($: Dom): void {
  const chrome = $(pageChrome)
    .toArray()
    .filter(element => $(element).parents('article, main, section, [role="main"]').length === 0)
  for (const element of chrome) {
    const headings = $(element).find('h1')
    // Many pages have their only title in the page header.
    if (headings.length > 0 && $('h1').length === headings.length) $(element).before(headings)
  }
  removeSmall($, chrome)
}

/** Removes elements, except those with a third of all text. */
function removeSmall($: Dom, elements: readonly DomElement[]): void {
  const limit = lengthOf($('body')[0]) / 3
  for (const element of elements) if (lengthOf(element) <= limit) $(element).remove()
}

/** The share of an element's text that is in links, 0 to 1. */
function linkShare($: Dom, element: DomElement): number {
  const linked = $(element)
    .find('a')
    .toArray()
    .reduce((sum, link) => sum + lengthOf(link), 0)
  return linked === 0 ? 0 : linked / lengthOf(element)
}

/** Length of an element's text with collapsed white space. */
function lengthOf(element: DomElement | undefined): number {
  return element === undefined ? 0 : textOf(element).replace(/\s+/g, ' ').length
}
