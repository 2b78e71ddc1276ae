/** What the Lambda server’s contract promises of the crawl tools. */
export const crawlPromises = {
  'R-SINGLE-1':
    'crawl_single_page answers success, url, pages_crawled, chunks_created, document_ids, errors; the page is searchable at once and never twice',
  'R-DEEP-1': 'crawl_deep takes max_depth 1–10 (3), keeps to the domain and to robots.txt',
  'R-DEEP-4': 'a preview lists what would be visited first, and stores nothing',
  'R-DEEP-2': 'crawling again upserts: unchanged pages are skipped by ETag',
  'R-DEEP-3': 'dead links are reported with their address, their status and the page they were found on',
  'R-ERR-2':
    'status_code is the status that the page’s server answered; a refused address or a broken connection has none',
  'R-INPUT-1': 'url http(s), chunk_size 100–5000 (1000), chunk_overlap 0–500 (200), smaller than the size',
  'R-ERR-1': 'failures are { error: { code, message, details, status_code } }',
} as const
