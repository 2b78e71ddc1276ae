import { type Sign, sign } from './sign.ts'

/** Shell sessions and scripts. */
export const shellSigns: readonly Sign[] = [
  sign('bash', 6, /^\s*(?:[\w.@~:/-]*[$%]|\[[^\]\n]*\][$#]|[\w.@-]+:[~/]\S*#) \S/m),
  // A session starts with a prompt, whatever the command prints.
  sign('bash', 8, /^\s*(?:[\w.@~:/-]*\$|\[[^\]\n]*\][$#])[ \t]+\S/),
  sign('bash', 4, /^[a-z][\w-]*> \w/),
  sign('bash', 5, /^#!\s*\/(?:usr\/)?bin\/(?:env )?(?:ba|z|k)?sh/),
  // A root prompt looks like a comment; it counts only before a command.
  sign(
    'bash',
    6,
    /^# (?:\.{0,2}\/\S|(?:apt|apt-get|aptitude|dpkg|systemctl|service|mount|umount|mkdir|cd|cp|mv|ls|cat|chmod|chown|adduser|useradd|passwd|ip|tar|make|openssl|git|docker|yum|dnf|modprobe|ssh|vi|vim|nano|echo|rm|ln|kill|mkfs\S*|lvcreate|pip|npm|postfix|iptables)\b(?! (?:is|are|the|of|was|and|or|command|file)\b))/m,
  ),
  sign(
    'bash',
    5,
    /^\s*(?:(?:[$#]|>{1,2}) )?(?:sudo |\w+=\S+ )?(?:sudo|apt(?:-get)?|npm|npx|yarn|pnpm|bun|bunx|pip3?|pipx|git|curl|wget|cd|mkdir|chmod|chown|export|docker(?:-compose)?|podman|kubectl|helm|terraform|python3?|brew|echo|ssh|scp|rsync|systemctl|openssl|tar|rm|cp|mv|ls|gcc|javac|mvn|cargo|rustup|yum|dnf|dpkg|e?grep|gem|bundle|composer|conda|poetry|tox|pod|cordova|ionic|expo|ng|deno|rails|rake|mix|stack|cabal|go (?:get|install|run|build|test|mod)|aws|gcloud|heroku|ansible(?:-\w+)?|vagrant|\.\/configure|\.\/\w[\w.-]*) [\w./~$"'@-]/m,
  ),
  // A program with arguments, where every line consists of words.
  sign(
    'bash',
    4,
    /^(?:[$>] )?[a-z][\w.-]* (?:install|add|run|init|build|start|stop|test|create|update|upgrade|remove|uninstall|deploy|serve|configure|login|publish|generate|new|dev|exec|link|watch|clean|push|pull|plugin|check|migrate)(?::\w+)?(?: [\w@./:=~^<>[\]{}*-]+)*\s*(?:#.*)?$/m,
  ),
  sign('bash', 3, /^\s*(?:\.{1,2}|bin|~|\/usr\/\w+)\/[\w./<>-]+(?: [\w@./:=~<>[\]-]+)*\s*(?:#.*)?$/m),
  sign('bash', 3, /^[a-z][\w-]* [a-z][\w-]*(?: [{[<][\w. -]+[}\]>])+\s*$/m),
  sign('bash', 3, /^[a-z][\w-]* (?:[\w./-]+ ){0,4}[\w./-]*\w\.[a-z]{1,4}$|^[a-z]+-[a-z-]+ [a-z][\w:-]*$/),
  sign('bash', 4, /^(?:[A-Z][A-Z0-9_]+=\S+ )+[./\w-]+(?: |$)/m),
  sign(
    'bash',
    3,
    /^\s*(?:make|go|java|node|ruby|perl|php|source|service|find|xargs|cat)(?: [-\w./=$"'~*:@+]+)+\s*$/m,
  ),
  sign('bash', 3, /^\s*(?:\w+=\S* )*[a-z][\w./-]*(?: [\w./:@=$-]+)*? --?[a-zA-Z][\w-]*(?:[= ]|$)/m),
  sign('bash', 2, /\|\s*(?:grep|awk|sed|xargs|sort|head|tail|wc)\b|\$\{?[A-Z_]{2,}|2>&1|>\s*\/dev\/null/),
  sign('bash', 3, /\$\([\w-]+ [^)\n]*\)|^\w+=`/m),
  sign(
    'bash',
    4,
    /^\s*(?:if \[|for \w+ in\b.*;? ?do\s*$|while .*; do\s*$|then\s*$|case .* in\s*$|esac\s*$|done\s*(?:[|<>].*)?$)/m,
  ),
  sign('bash', 2, /^\s*(?:fi|export \w+=.*|[A-Z_][A-Z0-9_]*=\S*)\s*$/m),
  sign('bash', 5, /^\s*function [\w+:.-]+ ?\{|^[\w-]+ ?\(\) ?\{(?![\s\S]*(?:;\s*$|\/\/ |\)\.\w))/m),
  sign(
    'bash',
    5,
    /^\s*(?:print -|typeset -|autoload |alias -?\w|zstyle |bindkey |setopt |unset |compdef |local \w+=\S)/m,
  ),
  sign('bash', 4, /\$\(\(|^\s*\(\(.*\)\)\s*$/m),
  sign(
    'fish',
    7,
    /^\s*(?:set -\w+ \w+ .*|function [\w-]+(?: --\w+.*)?\s*\n[\s\S]*^end\s*$)|\bstring (?:match|replace|split) -/m,
  ),
  sign('batch', 6, /^\s*(?:[A-Z]:(?:\\[^>\n]*)?>|@echo off)/im),
  sign(
    'powershell',
    6,
    /^\s*PS(?: [A-Z]:[^>]*)?>|^\s*(?:Get|Set|New|Remove|Invoke|Install|Import)-[A-Z]\w+/m,
  ),
]
