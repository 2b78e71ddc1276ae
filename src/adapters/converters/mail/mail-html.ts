import { domToMarkdown, type HtmlMarkdown, withoutMarks } from '../web/html-to-markdown.ts'
import { parseHtml } from '../web/parse-html.ts'

/** Converts the HTML part of a mail, without text that mail programs do not show. */
export async function mailHtmlToMarkdown(html: string): Promise<HtmlMarkdown> {
  const $ = await parseHtml(withoutMarks(html))
  $('head, title, style').remove()
  for (const element of $('[style]').toArray())
    if (hidden.test(element.attribs.style ?? '')) $(element).remove()
  for (const link of $('a[href]').toArray()) {
    const href = link.attribs.href?.trim() ?? ''
    if (href.length > longestLink || /^(?:cid|mid):/i.test(href)) $(link).replaceWith($(link).contents())
  }
  return domToMarkdown($)
}

/** Longer addresses are made for one reader, to follow what he opens; they would be longer than the text. */
const longestLink = 300

/** The preview line of newsletters. */
const hidden = /(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)\b/i
