import { type SettingValues, setting } from '../../core/contract/setting.ts'
import {
  boolean,
  choice,
  integer,
  list,
  located,
  optional,
  path,
  paths,
  program,
  text,
  url,
} from '../../core/contract/setting-kinds.ts'

/**
 * The settings of the program itself; features add their own. The key `store.url` is `url` in the `[store]` table of
 * quire.toml, `QUIRE_STORE_URL` in the environment and `--store-url` on the command line.
 */
export const settings = {
  home: setting({
    kind: path,
    default: '~/.quire',
    description: 'Folder that holds the database and all other files that Quire writes',
    notInFile: true,
  }),
  config: setting({
    kind: optional(path),
    default: null,
    description: 'Path of your settings file, instead of quire.toml in the home',
    notInFile: true,
  }),
  'store.url': setting({
    kind: located,
    default: 'sqlite',
    description:
      'Where documents are stored: sqlite (in the home), sqlite:/path/to/file.db or postgres://user:password@host/database',
    secret: 'userinfo',
    aliases: { flags: ['store'], env: ['QUIRE_STORE'], file: ['store'] },
  }),
  'store.file': setting({
    kind: optional(path),
    default: null,
    description:
      'File whose first line is the address of the store, so that a password appears neither in the list of processes nor in the environment',
  }),
  'store.read_url': setting({
    kind: optional(located),
    default: null,
    description:
      'Address of a streaming replica of the PostgreSQL server. It answers searches while it has everything that was stored',
    secret: 'userinfo',
  }),
  'store.memory_mb': setting({
    kind: integer(0, 3_072),
    default: 512,
    description:
      'What vectors of searched libraries may take in the memory of a server on PostgreSQL, in MB: half a kB per passage with the included model. Larger libraries are ranked by the database, whose index finds fewer of the best passages; 0 holds none',
  }),
  'vectors.url': setting({
    kind: optional(located),
    default: null,
    description:
      'Qdrant as index of vectors beside PostgreSQL: qdrant://host:port, or qdrants://host:port with TLS; several nodes separated by commas',
    secret: 'userinfo',
    aliases: { flags: ['vectors'], env: ['QUIRE_VECTORS'], file: ['vectors'] },
  }),
  'vectors.key': setting({
    kind: optional(text),
    default: null,
    description: 'API key of Qdrant',
    secret: 'whole',
    aliases: { env: ['QDRANT_API_KEY'] },
    sentTo: 'vectors.url',
  }),
  'vectors.key_file': setting({
    kind: optional(path),
    default: null,
    description: 'File whose first line is that key, so that it appears in no list of processes',
  }),
  'vectors.shards': setting({
    kind: integer(1, 1_024),
    default: 1,
    description: 'Into how many shards Qdrant divides the vectors when it gets them first',
  }),
  'vectors.replicas': setting({
    kind: integer(1, 16),
    default: 1,
    description: 'On how many nodes of its cluster Qdrant keeps each shard',
  }),
  'vectors.from': setting({
    kind: integer(1, 2_000_000_000),
    default: 20_000,
    description:
      'From how many passages on a library is searched in Qdrant; PostgreSQL compares smaller ones',
  }),
  'embedder.model': setting({
    kind: located,
    default: 'gte-small',
    description:
      'Embedding model: gte-small, hub:id (see quire model), onnx:/folder, openai:model-name or hash',
    aliases: { flags: ['embedder'], env: ['QUIRE_EMBEDDER'], file: ['embedder'] },
  }),
  'reranker.model': setting({
    kind: located,
    default: 'none',
    description:
      'Model that scores the best passages of a search again: the id of a reranker in the home (see quire model), onnx:/folder, or none',
    aliases: { flags: ['reranker'], env: ['QUIRE_RERANKER'], file: ['reranker'] },
  }),
  'embedder.threads': setting({
    kind: integer(0, 256),
    default: 0,
    description: 'Processor cores for bulk embedding; 0 uses all',
  }),
  'embedder.tokens': setting({
    kind: boolean,
    default: true,
    description:
      'Whether passages are also stored and compared word by word, as bits: better order, 6 to 8 kB per passage',
  }),
  'openai.url': setting({
    kind: url,
    default: 'https://api.openai.com/v1',
    description: 'OpenAI-compatible endpoint for openai:… embedding models',
    aliases: { env: ['OPENAI_BASE_URL'] },
  }),
  'openai.key': setting({
    kind: optional(text),
    default: null,
    description: 'Key for that endpoint',
    secret: 'whole',
    aliases: { env: ['OPENAI_API_KEY'] },
    sentTo: 'openai.url',
  }),
  'openai.dimensions': setting({
    kind: optional(integer(1, 8192)),
    default: null,
    description: 'Dimensions of its vectors; required for models that are unknown to Quire',
  }),
  'openai.max_tokens': setting({
    kind: optional(integer(16, 131_072)),
    default: null,
    description: 'Longest input of its model, in tokens; required for models that are unknown to Quire',
  }),
  transport: setting({
    kind: choice(['stdio', 'http', 'streamable-http', 'sse']),
    default: 'stdio',
    description:
      'What quire run starts: stdio, http (the same as streamable-http), or sse, which is http with the legacy transport',
  }),
  toolsets: setting({
    kind: list,
    default: ['documents', 'citations', 'system'],
    description:
      'Toolsets that servers offer; if set, no other tool can be called. "all" offers every toolset, "lean" lists only search_tools and call_tool',
    project: true,
  }),
  features: setting({
    kind: list,
    default: [],
    description:
      'Packages or files that add features, resolved from the folder of your settings file and from the home',
  }),
  default_library: setting({
    kind: text,
    default: 'default',
    description: 'Library that documents go to when none is named',
    aliases: { env: ['DEFAULT_LIBRARY'] },
  }),
  'search.hybrid': setting({
    kind: boolean,
    default: true,
    description: 'Rank by words and by meaning; if off, rank by meaning only',
    aliases: { env: ['HYBRID_SEARCH_ENABLED'] },
  }),
  'cache.url': setting({
    kind: located,
    default: 'memory',
    description:
      'Where answers to repeated questions are cached: memory, store (in PostgreSQL), redis://host:port or none',
    secret: 'userinfo',
    aliases: { flags: ['cache'], env: ['QUIRE_CACHE'], file: ['cache'] },
  }),
  'cache.entries': setting({
    kind: integer(0, 1_000_000),
    default: 500,
    description: 'Maximum number of answers cached in memory',
  }),
  'cache.seconds': setting({
    kind: integer(1, 31_536_000),
    default: 3600,
    description: 'How long a cache server keeps an answer, in seconds',
  }),
  'chunk.max_tokens': setting({
    kind: integer(8, 8192),
    default: 512,
    description: 'Largest chunk of a new library, in tokens of its model',
    aliases: { env: ['CHUNK_SIZE_TOKENS'] },
    project: true,
  }),
  'chunk.overlap_tokens': setting({
    kind: integer(0, 4096),
    default: 64,
    description: 'Tokens that neighbouring chunks share',
    aliases: { env: ['CHUNK_OVERLAP_TOKENS'] },
    project: true,
  }),
  'chunk.min_tokens': setting({
    kind: integer(0, 4096),
    default: 50,
    description: 'Smaller pieces are joined to a neighbour',
    aliases: { env: ['CHUNK_MIN_TOKENS'] },
    project: true,
  }),
  'chunk.heading_context': setting({
    kind: integer(0, 12),
    default: 3,
    description: 'Number of headings above a chunk that are embedded with it',
    project: true,
  }),
  'http.host': setting({
    kind: text,
    default: '127.0.0.1',
    description: 'Address to listen on; any address except loopback requires a token',
    aliases: { flags: ['host'], env: ['QUIRE_HOST', 'MCP_HOST'], file: ['host'] },
  }),
  'http.port': setting({
    kind: integer(0, 65535),
    default: 8321,
    description: 'Port to listen on; 0 takes a free one',
    aliases: { flags: ['port'], env: ['QUIRE_PORT', 'MCP_PORT'], file: ['port'] },
  }),
  'http.token': setting({
    kind: optional(text),
    default: null,
    description:
      'Bearer token that every HTTP request must send; at least 16 characters unless Quire listens on loopback',
    secret: 'whole',
    aliases: { flags: ['token'], env: ['QUIRE_TOKEN'] },
  }),
  'http.token_file': setting({
    kind: optional(path),
    default: null,
    description: 'File whose first line is that token, so that it does not appear in the list of processes',
    aliases: { flags: ['token-file'], env: ['QUIRE_TOKEN_FILE'] },
  }),
  'http.sse': setting({
    kind: boolean,
    default: false,
    description: 'Also serve the legacy HTTP+SSE transport (/sse, /messages)',
    aliases: { flags: ['sse'], env: ['QUIRE_SSE'] },
  }),
  'http.allowed_hosts': setting({
    kind: list,
    default: [],
    description: 'More host names to accept (behind a proxy), or origins whose web pages may send requests',
    aliases: { flags: ['allowed-hosts'], env: ['ALLOWED_HOSTS'] },
  }),
  'http.drain_seconds': setting({
    kind: integer(0, 600),
    default: 0,
    description:
      'How long a server that is asked to end still accepts requests, while /readyz answers 503, so that load balancers notice',
    aliases: { flags: ['drain-seconds'] },
  }),
  'http.public_url': setting({
    kind: optional(url),
    default: null,
    description:
      'Address under which clients reach the server, such as https://quire.example.org behind a proxy; its host is accepted, and it is the audience of OAuth tokens',
    aliases: { flags: ['public-url'], env: ['QUIRE_PUBLIC_URL'] },
  }),
  'http.trusted_proxies': setting({
    kind: list,
    default: [],
    description: 'Addresses or networks of proxies whose X-Forwarded-For is believed (10.0.0.5, 10.0.0.0/8)',
    aliases: { flags: ['trusted-proxies'], env: ['QUIRE_TRUSTED_PROXIES'] },
  }),
  'oauth.issuer': setting({
    kind: optional(url),
    default: null,
    description:
      'Authorization server whose JWT access tokens are accepted, as they name it in iss; needs http.public_url',
  }),
  'oauth.keys_url': setting({
    kind: optional(url),
    default: null,
    description: 'Address of its public keys (JWKS); by default the one in its metadata',
  }),
  'oauth.audience': setting({
    kind: optional(text),
    default: null,
    description: 'Audience that its tokens must have; by default http.public_url, also with /mcp',
  }),
  'oauth.clock_skew_seconds': setting({
    kind: integer(0, 300),
    default: 30,
    description: 'How far its clock may differ from the one of this server, in seconds',
  }),
  'http.rate_limit': setting({
    kind: integer(0, 100_000),
    default: 0,
    description: 'Calls of one tool that one token may make per minute in each server; 0: no limit',
    aliases: { flags: ['rate-limit'], env: ['QUIRE_RATE_LIMIT'] },
  }),
  'http.max_body_bytes': setting({
    kind: integer(1_024, 1_073_741_824),
    default: 16_777_216,
    description: 'Largest request that is accepted, in bytes, except uploads',
  }),
  'http.max_upload_bytes': setting({
    kind: integer(1, 10_737_418_240),
    default: 52_428_800,
    description: 'Largest upload that is accepted, in bytes',
    aliases: { env: ['MAX_UPLOAD_BYTES'] },
  }),
  'files.roots': setting({
    kind: optional(paths),
    default: null,
    description:
      'Folders that file tools may read. By default, HTTP callers may read the folder where Quire started if there is a token, otherwise none; other callers may read all files',
    aliases: { flags: ['root'], env: ['QUIRE_ROOTS'] },
  }),
  'files.max_bytes': setting({
    kind: integer(1, 10_737_418_240),
    default: 500_000_000,
    description: 'Largest file that is read, in bytes',
  }),
  'originals.keep': setting({
    kind: boolean,
    default: true,
    description:
      'Keep uploaded files, to draw their pages and to return them: in the home, in PostgreSQL, or in originals.bucket',
  }),
  'originals.bucket': setting({
    kind: optional(text),
    default: null,
    description:
      'Bucket of an S3-compatible server where uploaded files are kept from now on: s3://bucket or s3://bucket/folder',
  }),
  'originals.endpoint': setting({
    kind: optional(url),
    default: null,
    description: 'Address of that server; by default the one of Amazon S3 in originals.region',
    aliases: { env: ['AWS_ENDPOINT_URL_S3'] },
  }),
  'originals.region': setting({
    kind: text,
    default: 'us-east-1',
    description: 'Region of the bucket; many other servers accept any',
    aliases: { env: ['AWS_REGION'] },
  }),
  'originals.addressing': setting({
    kind: choice(['path', 'host']),
    default: 'path',
    description:
      'Where requests name the bucket: path (https://server/bucket) or host (https://bucket.server)',
  }),
  'originals.access_key': setting({
    kind: optional(text),
    default: null,
    description: 'Access key of the bucket',
    secret: 'whole',
    aliases: { env: ['AWS_ACCESS_KEY_ID'] },
    sentTo: 'originals.endpoint',
  }),
  'originals.secret_key': setting({
    kind: optional(text),
    default: null,
    description: 'Its secret; it signs requests and is never sent',
    secret: 'whole',
    aliases: { env: ['AWS_SECRET_ACCESS_KEY'] },
    sentTo: 'originals.endpoint',
  }),
  'originals.session_token': setting({
    kind: optional(text),
    default: null,
    description: 'Token that belongs to temporary keys',
    secret: 'whole',
    aliases: { env: ['AWS_SESSION_TOKEN'] },
    sentTo: 'originals.endpoint',
  }),
  'originals.credentials_file': setting({
    kind: optional(path),
    default: null,
    description:
      'File with these keys as the tools of S3 write it: aws_access_key_id = …, aws_secret_access_key = …, in the section [default]',
  }),
  'originals.max_bytes': setting({
    kind: integer(1, 10_737_418_240),
    default: 104_857_600,
    description:
      'Largest uploaded file that is kept, in bytes; the text of larger ones is stored all the same',
  }),
  'fetch.allow': setting({
    kind: list,
    default: [],
    description: 'Hosts that may be fetched even though their address is private (host or host:port)',
  }),
  'fetch.timeout_seconds': setting({
    kind: integer(1, 3600),
    default: 10,
    description: 'Longest time to wait for a fetched page',
    aliases: { env: ['HTTP_TIMEOUT_SECONDS'] },
  }),
  'fetch.max_bytes': setting({
    kind: integer(1, 10_737_418_240),
    default: 104_857_600,
    description: 'Largest page or file that is fetched, in bytes',
  }),
  'fetch.user_agent': setting({
    kind: optional(text),
    default: null,
    description: 'User-Agent header that Quire sends to web servers (default: quire-mcp and its version)',
    aliases: { env: ['HTTP_USER_AGENT'] },
  }),
  'network.https_proxy': setting({
    kind: optional(url),
    default: null,
    description: 'Proxy for https addresses',
    secret: 'userinfo',
    aliases: { env: ['HTTPS_PROXY', 'https_proxy'] },
  }),
  'network.http_proxy': setting({
    kind: optional(url),
    default: null,
    description: 'Proxy for http addresses',
    secret: 'userinfo',
    aliases: { env: ['HTTP_PROXY', 'http_proxy'] },
  }),
  'network.no_proxy': setting({
    kind: list,
    default: [],
    description: 'Hosts that are reached without the proxy',
    aliases: { env: ['NO_PROXY', 'no_proxy'] },
  }),
  'network.ca_file': setting({
    kind: optional(path),
    default: null,
    description: 'PEM file with more certificate authorities to trust',
    aliases: { env: ['NODE_EXTRA_CA_CERTS'] },
  }),
  'transcription.url': setting({
    kind: optional(url),
    default: null,
    description: 'OpenAI-compatible endpoint that transcribes audio files',
  }),
  'transcription.key': setting({
    kind: optional(text),
    default: null,
    description: 'Key for that endpoint',
    secret: 'whole',
    sentTo: 'transcription.url',
  }),
  'transcription.model': setting({
    kind: text,
    default: 'whisper-1',
    description: 'Transcription model to use at that endpoint',
  }),
  'convert.ocr_languages': setting({
    kind: list,
    default: ['en'],
    description: 'Languages to recognise text in, most likely first (en, de, …)',
    aliases: { env: ['QUIRE_OCR_LANGUAGES'] },
    project: true,
  }),
  'convert.tesseract': setting({
    kind: program,
    default: 'tesseract',
    description: 'Tesseract program to use for OCR instead of the engine that comes with Quire',
  }),
  'convert.memory_mb': setting({
    kind: integer(128, 65_536),
    default: 1500,
    description: 'Most memory that converting one document may use, in MB',
  }),
  'convert.timeout_seconds': setting({
    kind: integer(1, 86_400),
    default: 300,
    description: 'Most processor time that converting one document may use without making progress',
  }),
  'llm.url': setting({
    kind: optional(url),
    default: null,
    description:
      'OpenAI-compatible endpoint that writes answers; without it, answers are sentences copied from the sources',
    aliases: { env: ['LLM_BASE_URL'] },
  }),
  'llm.key': setting({
    kind: optional(text),
    default: null,
    description: 'Key for that endpoint',
    secret: 'whole',
    aliases: { env: ['LLM_API_KEY'] },
    sentTo: 'llm.url',
  }),
  'llm.model': setting({
    kind: optional(text),
    default: null,
    description: 'Model to use at that endpoint',
    aliases: { env: ['LLM_MODEL'] },
  }),
  'llm.timeout_seconds': setting({
    kind: integer(1, 600),
    default: 60,
    description: 'Longest time to wait for one answer of that model',
  }),
  'llm.max_tokens': setting({
    kind: integer(16, 32_768),
    default: 800,
    description: 'Longest answer to request from that model, in tokens',
  }),
  'llm.context_tokens': setting({
    kind: integer(256, 1_000_000),
    default: 6000,
    description: 'Most text of passages to send to that model with a question, in tokens',
  }),
  'knowledge.library': setting({
    kind: text,
    default: 'knowledge',
    description: 'Library that ingest_documents and the crawl tools write to',
  }),
  'jobs.resume': setting({
    kind: boolean,
    default: true,
    description: 'Whether an HTTP server resumes jobs that an earlier server left unfinished',
  }),
  'audit.keep': setting({
    kind: integer(0, 1_000_000),
    default: 1000,
    description:
      'Number of ingest runs whose audit file (audit/<correlation id>.jsonl in the home) is kept; 0 writes none',
  }),
  'audit.access_days': setting({
    kind: integer(0, 10_000),
    default: 400,
    description:
      'Number of days whose audit of writes and refusals (audit/access/<date>.jsonl in the home) is kept; 0 writes none',
  }),
  'log.level': setting({
    kind: choice(['debug', 'info', 'warn', 'error']),
    default: 'info',
    description: 'Lowest level that servers log; other commands log only errors unless this is set',
    aliases: { env: ['LOG_LEVEL'] },
  }),
  'log.format': setting({
    kind: choice(['auto', 'text', 'json']),
    default: 'auto',
    description: 'Format of log lines; auto is text on a terminal and JSON elsewhere',
  }),
  'otel.endpoint': setting({
    kind: optional(url),
    default: null,
    description:
      'OpenTelemetry collector that gets a span for every call and job, by OTLP over HTTP (http://localhost:4318)',
    aliases: { env: ['OTEL_EXPORTER_OTLP_ENDPOINT'] },
  }),
  'otel.headers': setting({
    kind: optional(text),
    default: null,
    description: 'Headers for that collector: name=value, separated by commas',
    secret: 'whole',
    aliases: { env: ['OTEL_EXPORTER_OTLP_HEADERS'] },
    sentTo: 'otel.endpoint',
  }),
  'otel.service_name': setting({
    kind: text,
    default: 'quire',
    description: 'Name of this server in traces',
    aliases: { env: ['OTEL_SERVICE_NAME'] },
  }),
}

export type CoreSettings = typeof settings
export type SettingKey = keyof CoreSettings
/** The values of the program's own settings. */
export type CoreValues = SettingValues<CoreSettings>
