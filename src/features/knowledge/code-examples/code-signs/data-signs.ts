import { type Sign, sign } from './sign.ts'

/** Data, settings, queries, messages and grammars. */
export const dataSigns: readonly Sign[] = [
  sign('json', 6, /^\s*(?:\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[{["\d\]]))[\s\S]*[}\]]\s*$/),
  sign(
    'json',
    5,
    /^(?:\s*\/\/.*\n)*[\s{]*(?:\/\/.*\n|\.\.\.\s*)*"[\w$@/. -]+"\s*:\s*(?:["{[\d-]|true\b|false\b|null\b)/,
  ),
  sign(
    'sql',
    5,
    /^\s*(?:SELECT\b[\s\S]*\bFROM|INSERT INTO|UPDATE \w+ SET|CREATE (?:TABLE|INDEX|VIEW)|DELETE FROM|ALTER TABLE|DROP TABLE)\b/im,
  ),
  sign(
    'sql',
    7,
    /^\s*(?:CREATE|ALTER|DROP|GRANT|REVOKE|COPY|COMMENT ON|EXPLAIN|VACUUM|ANALYZE|TRUNCATE|SECURITY LABEL|REINDEX|REFRESH|IMPORT|DECLARE|FETCH|PREPARE|EXECUTE|SAVEPOINT|ROLLBACK|COMMIT|BEGIN|LISTEN|NOTIFY|LOCK|CLUSTER|PRAGMA|ATTACH|MERGE|CONNECT|DISCONNECT|SELECT|INSERT|UPDATE|DELETE|WITH)(?:\s+[[{("'*\w]|;|$)/m,
  ),
  sign('sql', 9, /^\s*(?:\w*=[>#]|\w+[-(][>#]|sqlite>|mysql>|MariaDB \[.*\]>) +\S/m),
  sign('sql', 3, /^\s*-- \w|\bMATCH '/m),
  sign(
    'sql',
    4,
    /\bLANGUAGE (?:plpgsql|sql|'\w+')|^\s*(?:END( \w+)?;|LOOP$|EXCEPTION WHEN|RAISE (?:NOTICE|EXCEPTION))|\b(?:REFERENCES|PRIMARY KEY|FOREIGN KEY|NOT NULL|ORDER BY|GROUP BY|INNER JOIN|LEFT JOIN)\b/im,
  ),
  sign('yaml', 3, /^(?:---\n)?[\w-]+:(?: .*)?(?:\n[ \t]*(?:- |[\w-]+:).*)+$/),
  sign('yaml', 4, /^(?:[ \t]*- )?[\w-]+:[ \t]*\n[ \t]+(?:- |[\w-]+: )/m),
  sign(
    'toml',
    5,
    /^\[[\w.-]+\][ \t]*\n(?:[\w-]+\s*=\s*(?:\d|true|false).*\n)*[\w-]+\s*=\s*(?:"[^"]*"|\[|\{|''')/m,
  ),
  sign(
    'ini',
    4,
    /^[ \t]*\[[\w. :/-]+(?: "[^"\n]*")?\][ \t]*\n(?:[ \t]*(?:[;#].*|[\w.-]+[ \t]*[=:].*)?\n?)+/m,
  ),
  sign('ini', 4, /^\s*[a-z][\w.-]* ?= ?(?:\/|\$\w|yes$|no$|[\w-]+:\S*$|[\w.]+(?:, [\w.]+)+$)/m),
  sign('ini', 5, /^\/etc\/\S+:\s*\n\s+\S/m),
  sign(
    'makefile',
    7,
    /^[\w.%$()/ -]+:(?!=)[^=\n]*\n\t(?!(?:for|if|switch|while)\b)\S|^\.PHONY:|^include \$\(/m,
  ),
  sign(
    'makefile',
    4,
    /\$\((?:[A-Z_]{2,}|[\w-]+:\S+|wildcard|shell|patsubst|SHLIB_\w+)\b[^)]*\)|\$[@<^](?=\s|$)/m,
  ),
  sign('makefile', 3, /^[A-Z][A-Z0-9_]* ?(?:[?+:]?= | ?[?+:]=|= ?-)\S/m),
  sign(
    'cmake',
    7,
    /^\s*(?:cmake_minimum_required|add_(?:executable|library|subdirectory|custom_\w+|test)|target_\w+|find_(?:package|library|path|program)|set_(?:target_)?propert\w+|install|project|include|option|ctest_\w+|file|list|set)\s*\([A-Z\w${}]+(?:\s+[A-Z"$\w]|\)|\s*$)/m,
  ),
  sign('m4', 6, /^\s*(?:AC|AM|AX|m4)_\w+(?:\(|$)/m),
  sign(
    'nginx',
    7,
    /^\s*(?:server|location|http|upstream|events|stream)\b[^;{}]*\{\s*(?:#.*)?$|^\s*(?:proxy_\w+|fastcgi_\w+|listen \d+|server_name|try_files)\b.*;/m,
  ),
  sign(
    'apache',
    40,
    /^\s*<\/?(?:VirtualHost|Directory(?:Match)?|Location(?:Match)?|Files(?:Match)?|If(?:Module|Define|Version)?|Limit|Proxy(?:Match)?|Require(?:All|Any|None)|Macro)\b[^>]*>/m,
  ),
  sign(
    'apache',
    6,
    /^\s*(?:Server(?:Name|Alias|Root)|DocumentRoot|LoadModule|Rewrite(?:Rule|Cond|Engine|Map)|SSL[A-Z]\w+|ProxyPass\w*|Allow(?:Override)|AuthType|AuthName|CustomLog|ErrorLog|ErrorDocument|SetEnv(?:If)?|Add(?:Type|Handler|OutputFilter\w*)|DirectoryIndex|ScriptAlias)\s+[^=\s]/m,
  ),
  sign('diff', 5, /^\+.*\n(?:[ .].*\n)*-|^-.*\n(?:[ .].*\n)*\+/m),
  sign('diff', 6, /^(?:--- .+\n\+\+\+ .+|@@+ |diff --git )/m),
  sign('http', 6, /^(?:(?:GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS) \S+ HTTP\/|HTTP\/[\d.]+ \d{3})/m),
  sign(
    'http',
    5,
    /^(?:Host|Content-(?:Type|Length|Encoding)|Accept(?:-\w+)?|User-Agent|Set-Cookie|Cache-Control|Authorization|Transfer-Encoding): \S/m,
  ),
  sign('debcontrol', 6, /^(?:Package|Source|Pin|Maintainer|Pin-Priority|Build-Depends|Architecture): \S/m),
  sign(
    'bind',
    8,
    /^\s*(?:zone "|options \{|acl \S+ \{|view "|key "|logging \{|dnssec-policy |allow-\w+ \{)/m,
  ),
  sign('ldif', 12, /^dn: \w+=/m),
  sign(
    'dockerfile',
    8,
    /^(?:(?:RUN|WORKDIR|ENTRYPOINT|CMD|EXPOSE|ARG|ENV|ONBUILD|HEALTHCHECK|STOPSIGNAL|VOLUME|USER) +[\w."'$/<[-]|(?:COPY|ADD) (?!.*\b(?:FROM|TO|WITH|COLUMN|CONSTRAINT)\b)\S+ \S|FROM [\w./:-]+(?: AS \w+)?$)/m,
  ),
  sign('dockerfile', 6, /^FROM \S+(?: AS \w+)?\s*\n(?:[\s\S]*^(?:RUN|COPY|CMD|WORKDIR|ENTRYPOINT) )/m),
  sign('latex', 6, /\\(?:begin|end|documentclass|usepackage|section|frac|textbf)\{/),
  sign('protobuf', 6, /^syntax = "proto|^message \w+ \{[\s\S]*= \d+;/m),
  sign('graphql', 6, /^\s*(?:query|mutation|subscription|fragment)\b[^{]*\{\s*\n\s*\w+/m),
  sign(
    'graphql',
    7,
    /^\s*(?:type|input|interface|extend type) \w+[^{=;\n]*\{\s*\n\s*(?:#.*\n\s*|".*"\s*\n\s*)*\w+(?:\([^)]*\))?: \[?[A-Z]\w*[!\]]?|^\{\s*\n?\s*\w+(?:\(.*\))? \{\s*\n?\s*\w+\s*[\n}]/m,
  ),
  sign('rst', 12, /^\s*\.\. [\w:-]+::|^\s*\.\. _[\w -]+:|:(?:ref|doc|func|class|meth|mod):`/m),
  sign(
    'markdown',
    9,
    /^\s*```\w*|^\|? *:?-{3,}:? *\|[ :|-]*$|^\s*(?:- |\* )?\[[^\]\n]+\]\([^)\s]+\)|^!\[|^---\n(?:\w+: .*\n)+---$/m,
  ),
  sign('markdown', 3, /^#{2,6} [A-Z]|\*\*\w[^*\n]*\*\*/m),
  sign(
    'hcl',
    8,
    /^\s*(?:resource|data|variable|provider|module|output|terraform|locals)(?: "[\w-]+"){0,2} \{/m,
  ),
  sign(
    'puppet',
    10,
    /^\s*@{0,2}\w+(?:::\w+)*\s*\{\s*(?:\[?['"$][^\n]*|default)\s*:\s*(?:$|\}|\w+ *=>)|^\s*(?:ensure|require|notify|content|source)\s*=> |^\s*(?:class|define) \w+(?:::\w+)*\s*[({]\s*$|^\s*include ::?\w+/m,
  ),
  sign('http', 5, /^(?:GET|POST|PUT|DELETE|PATCH|HEAD) (?:https?:\/)?\/\S*\s*(?:#.*)?$/m),
  sign('dts', 5, /^\s*compatible = "/m),
  sign('text', 8, /^(?:From|To|Subject|Message-I[Dd]|Received|Return-Path): \S/m),
  // Grammars in BNF and EBNF.
  sign('text', 9, /^\s*<?[\w -]+>?\s*::=|^[\w-]+\s*:=\s*$|^[\w-]+ +:= .*\||^[A-Za-z]\w*\s+= .*\S \.\s*$/m),
]
