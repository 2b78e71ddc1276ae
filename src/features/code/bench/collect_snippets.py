"""Writes correct Python snippets of documentation and tests as JSON lines.

Usage: collect_snippets.py <folder of unpacked Debian packages> <their modules> <out.jsonl> package=module[,module] …

Read are: code blocks of HTML pages made by Sphinx, doctests of docstrings, and test functions of installed tests. A
block gets the imports of the earlier blocks of its page. Only blocks that parse and use the module are kept; blocks
that show a traceback, and tests that expect an exception, are left out, and so are snippets that name something which
the interpreter does not find: an import of the package, or an attribute of an imported module or class. They are
documentation of other versions. No snippet is run.
"""
import ast, doctest, importlib, hashlib, html, json, os, re, sys, textwrap, types

BLOCK = re.compile(r'<div class="(?:doctest )?highlight-(python3?|default|pycon3?|pytb|ipython3?|pycon)\b[^"]*">\s*'
                   r'<div class="highlight"[^>]*>\s*<pre[^>]*>(.*?)</pre>', re.S)
PROMPT = re.compile(r"^\s*>>> ", re.M)
NEGATIVE = re.compile(r"raises|assertRaises|assertWarns|Traceback \(most recent call last\)")


def plain(markup):
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


def undoctest(text):
    if not PROMPT.search(text):
        return text
    return "".join(example.source for example in doctest.DocTestParser().get_examples(text))


def parsed(text):
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def imports_of(tree):
    return [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]


def names_from(tree, modules):
    """Names that imports of the modules bind."""
    names = set()
    for node in imports_of(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in modules:
                    names.add((alias.asname or alias.name).split(".")[0])
        elif not node.level and (node.module or "").split(".")[0] in modules:
            names.update(alias.asname or alias.name for alias in node.names)
    return names


def uses(tree, modules):
    names = names_from(tree, modules)
    return any(isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names
               for node in ast.walk(tree))


loaded = {}


def load(module):
    if module not in loaded:
        try:
            loaded[module] = importlib.import_module(module)
        except ModuleNotFoundError as missing:
            loaded[module] = None if (missing.name or "").split(".")[0] != module.split(".")[0] else False
        except BaseException:
            loaded[module] = None
    return loaded[module]


def exists(tree, modules):
    """Whether the interpreter finds everything that is imported from the modules."""
    for node in imports_of(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").split(".")[0] in modules:
            module = load(node.module)
            if module is False:
                return False
            for alias in node.names if module else []:
                if alias.name != "*" and not hasattr(module, alias.name) and not load(f"{node.module}.{alias.name}"):
                    return False
        elif isinstance(node, ast.Import):
            if any(load(alias.name) is False for alias in node.names if alias.name.split(".")[0] in modules):
                return False
    return attributes_exist(tree)


MISSING = object()


def attributes_exist(tree):
    """Whether the interpreter finds the attributes of imported modules and classes that the snippet does not bind itself."""
    imported = {}
    for node in imports_of(tree):
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            if isinstance(node, ast.Import):
                value = load(alias.name if alias.asname else name)
            else:
                value = getattr(load(node.module) if not node.level and node.module else None, alias.name, None)
            imported[name] = MISSING if name in imported and imported[name] is not value else value
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            imported.pop(node.id, None)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            imported.pop(node.name, None)
        elif isinstance(node, ast.arg):
            imported.pop(node.arg, None)
    written = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)}
    return all(attribute_exists(node, imported) for node in ast.walk(tree)
               if isinstance(node, ast.Attribute) and node.attr not in written)


def attribute_exists(node, imported):
    owner = value_of(node.value, imported)
    if not is_fixed(owner) or hasattr(owner, node.attr):
        return True
    return issubclass(type(owner), types.ModuleType) and load(f"{owner.__name__}.{node.attr}") is not False


def is_fixed(value):
    """Whether a value is a module or class. Proxies say that they are what they stand for, so only the type counts."""
    return issubclass(type(value), (type, types.ModuleType))


def value_of(node, imported):
    """The module or class that an expression names; None where it is not known."""
    if isinstance(node, ast.Name):
        return imported.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = value_of(node.value, imported)
        return getattr(owner, node.attr, None) if is_fixed(owner) else None
    return None


def pages(folder):
    for root, dirs, files in os.walk(folder):
        dirs.sort()
        for name in sorted(files):
            if name.endswith((".html", ".py")):
                path = os.path.join(root, name)
                if not os.path.islink(path) and os.path.getsize(path) < 3_000_000:
                    yield path


def blocks(path, text, modules):
    """Pairs of kind and code."""
    if path.endswith(".html"):
        yield from page_blocks([plain(found[1]) for found in BLOCK.findall(text)], "documentation")
        return
    tree = parsed(text)
    if tree is None:
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            written = ast.get_docstring(node)
            if written and ">>>" in written:
                yield from page_blocks([written], "docstring")
    if re.search(r"(^|/)tests?/|(^|/)test_[^/]*$", path):
        yield from tests_of(tree)


def page_blocks(texts, kind):
    earlier = {}
    for text in texts:
        if NEGATIVE.search(text):
            continue
        try:
            code = undoctest(textwrap.dedent(text))
        except ValueError:
            continue
        tree = parsed(code)
        if tree is None:
            continue
        own = {name for node in imports_of(tree) for name in bound(node)}
        yield kind, "\n".join([*(line for name, line in earlier.items() if name not in own), code.strip()])
        for node in imports_of(tree):
            if not (isinstance(node, ast.ImportFrom) and (node.level or node.module == "__future__")):
                for alias in node.names:
                    one = ast.Import([alias]) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, [alias], 0)
                    earlier[(alias.asname or alias.name).split(".")[0]] = ast.unparse(one)


def bound(node):
    return [(alias.asname or alias.name).split(".")[0] for alias in node.names]


def tests_of(tree):
    head = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    if any(isinstance(node, ast.ImportFrom) and node.level for node in head):
        return
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            code = ast.unparse(ast.Module([*head, node], []))
            if not NEGATIVE.search(code):
                yield "test", code


def main():
    folder, site, out, *wanted = sys.argv[1:]
    sys.path[:0] = [site]
    count = {}
    with open(out, "w") as target:
        for one in wanted:
            package, modules = one.split("=")
            modules = set(modules.split(","))
            seen = set()
            for path in pages(os.path.join(folder, package)):
                with open(path, encoding="utf-8", errors="replace") as source:
                    text = source.read()
                for kind, code in blocks(path, text, modules):
                    tree = parsed(code)
                    identity = hashlib.sha256(code.encode()).hexdigest()[:12]
                    if tree is None or identity in seen or not uses(tree, modules) or not exists(tree, modules):
                        continue
                    seen.add(identity)
                    row = {"id": identity, "language": "python", "label": "correct", "kind": kind, "package": package,
                           "code": code, "source": os.path.relpath(path, folder)}
                    target.write(json.dumps(row) + "\n")
            count[package] = len(seen)
    print(json.dumps(count))


main()
