import { lengthOf, linkShare } from './link-share.ts'
import { type Dom, type DomElement, isElement } from './parse-html.ts'

const neverText =
  'script, style, noscript, template, iframe, object, embed, canvas, svg, link, meta, button, input, select, textarea, dialog, [hidden], [aria-hidden="true"]'
const navigation = 'nav, [role="navigation"], [role="search"], [role="menu"], [role="menubar"]'
const pageChrome = 'header, footer, aside, [role="banner"], [role="contentinfo"], [role="complementary"]'
const banner =
  /cookie[-_]?(banner|consent|notice|bar|popup|law|message|modal|overlay)|consent[-_]?(banner|popup|manager|modal)|onetrust|gdpr|cc-window|skip[-_]?(link|nav|to)|breadcrumb|(social|share)[-_]?(links|buttons|bar|icons|media)|advert(isement|ising)?|ad[-_]slot|newsletter[-_]?(signup|form|box)|page[-_]?navigation|\bnav(header|footer)\b/i
/** Words of a class or id that menus and tables of contents have; content may have them too, but is not all links. */
const linkList =
  /(?:^|[\s_-])(?:(?:main|sub|top|side)?menu(?:bar)?|nav|navbar|navigation|pager|pagination|prevnext|prev-next|(?:fancy|local|page)?[-_]?toc\d?|table[-_]?of[-_]?contents)(?=$|[\s_-])/i

/**
 * Leaves the part of a page that it is about as the body's only content. Careful rather than thorough: whatever
 * holds most of the text is never taken out.
 */
export function stripBoilerplate($: Dom): void {
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

/** Called a menu, and made of links. */
function isLinkList($: Dom, element: DomElement): boolean {
  if (!linkList.test(namesOf($, element)) || $(element).find('pre').length > 0) return false
  return linkShare($, element) >= 0.7
}

/** The page's one main part or article, when it holds enough of the page's text to be believed. */
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
    // Many pages put their only title into the page header.
    if (headings.length > 0 && $('h1').length === headings.length) $(element).before(headings)
  }
  removeSmall($, chrome)
}

/** Removes elements, but none that holds a third of all text. */
function removeSmall($: Dom, elements: readonly DomElement[]): void {
  const limit = lengthOf($('body')[0]) / 3
  for (const element of elements) if (lengthOf(element) <= limit) $(element).remove()
}
