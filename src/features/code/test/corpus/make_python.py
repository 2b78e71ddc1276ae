"""Writes python.jsonl: correct uses found in real code, and planted errors made of them.

Usage: /usr/bin/python3 make_python.py [--packages=a,b] [--out=file] <folder with the standard library's own tests>
[more folders of real code]. With other packages it makes a set that nothing was tuned on.

Every row is judged by the running interpreter, never by the checker under test: modules are imported, names are
looked up with hasattr, calls are bound with inspect.signature. The choice among candidates is by hash, so the same
machine writes the same file.
"""
import ast, doctest, hashlib, importlib, inspect, json, os, re, sys, tempfile, types, warnings
from collections import defaultdict

warnings.simplefilter("ignore")
STANDARD = """argparse configparser email http json logging pathlib string textwrap urllib unittest xml zipfile tarfile
csv collections asyncio concurrent tempfile shutil difflib fractions statistics ipaddress threading queue datetime
decimal html calendar functools inspect ast contextlib random socketserver sched plistlib optparse gettext mailbox
smtplib uuid base64 bisect heapq weakref fileinput shelve cmd code codeop graphlib selectors timeit traceback zoneinfo
imaplib ftplib poplib netrc mimetypes webbrowser wsgiref xmlrpc os re copy enum types typing dataclasses subprocess
tokenize trace turtle bdb pdb pprint reprlib numbers operator locale getopt glob fnmatch gzip bz2 lzma io""".split()
INSTALLED = "yaml jinja2 click requests pygments pyparsing httplib2 jwt oauthlib setuptools pkg_resources blinker".split()
PACKAGES = set(STANDARD + INSTALLED)
NO_INSTANCE = {"subprocess", "turtle", "smtplib", "ftplib", "imaplib", "poplib", "tempfile", "shutil", "fileinput",
               "asyncio", "concurrent", "socketserver", "webbrowser", "xmlrpc", "shelve", "mailbox", "cmd", "code", "os",
               "http", "io", "gzip", "bz2", "lzma", "zipfile", "tarfile", "threading"}
PER_PACKAGE = {"import": 3, "constructor": 4, "method": 8, "attribute": 3, "function": 6}
SWAPS = [("get", "fetch"), ("add", "append"), ("remove", "delete"), ("read", "load"), ("write", "save"),
         ("parse", "decode"), ("open", "connect"), ("close", "shutdown"), ("set", "assign"), ("find", "lookup"),
         ("is_", "has_"), ("to_", "as_"), ("from_", "of_"), ("make", "build"), ("create", "new"), ("list", "enumerate")]
KEYWORDS = ["verbose", "timeout_ms", "strict_mode", "max_retries", "encoding_name", "use_cache", "on_error", "raw_output"]


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def sources(folders):
    for folder in folders:
        for root, dirs, files in os.walk(folder):
            dirs[:] = sorted(d for d in dirs if d not in {"__pycache__", "lib2to3", "idle_test", "_vendor", "data"})
            for name in sorted(files):
                path = os.path.join(root, name)
                if not name.endswith(".py") or os.path.getsize(path) > 400_000:
                    continue
                try:
                    text = open(path, encoding="utf-8").read()
                    tree = ast.parse(text)
                except (SyntaxError, ValueError, UnicodeDecodeError):
                    continue
                yield os.path.relpath(path, folder), tree
                for node in ast.walk(tree):
                    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)):
                        doc = ast.get_docstring(node, clean=True)
                        if doc and ">>>" in doc:
                            try:
                                code = "".join(e.source for e in doctest.DocTestParser().get_examples(doc))
                                yield os.path.relpath(path, folder) + ":doc", ast.parse(code)
                            except (SyntaxError, ValueError):
                                pass


def known(module):
    return module.split(".")[0] in PACKAGES and not module.startswith(("test", "email.test", "unittest.test"))


def load(module):
    try:
        return importlib.import_module(module)
    except BaseException:
        return None


class Imports:
    def __init__(self, tree):
        self.lines, self.objects = {}, {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for a in node.names:
                    if known(a.name) and load(a.name):
                        name = a.asname or a.name.split(".")[0]
                        top = a.name if a.asname else a.name.split(".")[0]
                        self.lines.setdefault(name, ast.unparse(ast.Import([a])))
                        self.objects.setdefault(name, (load(top), top))
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module and known(node.module):
                mod = load(node.module)
                for a in node.names:
                    if a.name == "*" or mod is None:
                        continue
                    try:
                        obj = getattr(mod, a.name)
                    except Exception:
                        obj = load(node.module + "." + a.name)
                        if obj is None:
                            continue
                    name = a.asname or a.name
                    self.lines.setdefault(name, f"from {node.module} import {ast.unparse(a)}")
                    self.objects.setdefault(name, (obj, node.module))

    def resolve(self, node):
        path = []
        while isinstance(node, ast.Attribute):
            path.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.objects:
            return None
        obj, package = self.objects[node.id]
        for attr in reversed(path):
            try:
                obj = getattr(obj, attr)
            except Exception:
                return None
        return obj, node.id, package


def literal(node):
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, int, float, bool, type(None), bytes)):
        return len(repr(node.value)) <= 24 and "\n" not in repr(node.value)
    return False


def render(call):
    args, kwargs = [], []
    for a in call.args:
        if isinstance(a, ast.Starred):
            return None
        args.append(ast.unparse(a) if literal(a) else "None")
    for k in call.keywords:
        if k.arg is None:
            return None
        kwargs.append((k.arg, ast.unparse(k.value) if literal(k.value) else "None"))
    return args, kwargs


def text_of(args, kwargs):
    return "(" + ", ".join(list(args) + [f"{k}={v}" for k, v in kwargs]) + ")"


def binds(target, args, kwargs, with_self):
    """True or False, or None when the interpreter cannot tell."""
    try:
        signature = inspect.signature(target)
    except (ValueError, TypeError):
        return None
    try:
        signature.bind(*([None] if with_self else []), *args, **dict(kwargs))
        return True
    except TypeError:
        return False


def is_class(obj):
    return isinstance(obj, type) and not issubclass(obj, BaseException) or isinstance(obj, type)


def needs_self(cls, name):
    raw = inspect.getattr_static(cls, name, None)
    return not isinstance(raw, (staticmethod, classmethod))


def instance_of(cls, args, kwargs):
    """A real object where making one is harmless, to see what its constructor sets."""
    if cls.__module__.split(".")[0] in NO_INSTANCE:
        return None
    if any(a == "None" for a in args):
        return None
    try:
        return cls(*[ast.literal_eval(a) for a in args], **{k: ast.literal_eval(v) for k, v in kwargs if v != "None"})
    except BaseException:
        return None


uses = {}


def add(package, kind, code, facts):
    key = (package.split(".")[0], kind, code)
    uses.setdefault(key, facts)


def scan(path, tree):
    imports = Imports(tree)
    if not imports.objects:
        return
    for name, (obj, module) in imports.objects.items():
        line = imports.lines[name]
        if name.isidentifier() and not name.startswith("_") and "_" + "test" not in line:
            add(module, "import", line, {"source": path, "import": line, "module": module})
    negative = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.With) and "assertRaises" in ast.unparse(node.items[0].context_expr):
            negative.update(id(n) for n in ast.walk(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and "Raises" in node.func.attr:
            negative.update(id(n) for n in ast.walk(node))
        if isinstance(node, ast.Try):
            negative.update(id(n) for b in node.body for n in ast.walk(b))
    scopes = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))] + [tree]
    for scope in scopes:
        scan_scope(path, scope, imports, negative)


def scan_scope(path, scope, imports, negative):
    stored = defaultdict(int)
    body = [n for n in ast.walk(scope) if id(n) not in negative]
    params = set()
    for n in ast.walk(scope):
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
            stored[n.id] += 1
        if isinstance(n, ast.arg):
            params.add(n.arg)
    shadow = {n for n in list(stored) + list(params) if n in imports.objects}
    held = {}
    for node in body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if isinstance(node.value, ast.Call) and stored[name] == 1 and name not in params:
                found = imports.resolve(node.value.func)
                if found and found[1] not in shadow and isinstance(found[0], type) and render(node.value):
                    held[name] = (node.value, found)
    for node in body:
        if isinstance(node, ast.Call) and render(node):
            found = imports.resolve(node.func)
            if found and found[1] not in shadow:
                call_use(path, node, found, imports)
            elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id in held:
                method_use(path, node, held[node.func.value.id], imports)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            if isinstance(node.value, ast.Name) and node.value.id in held:
                attribute_use(path, node, held[node.value.id], imports)
            elif isinstance(node.value, ast.Name):
                found = imports.resolve(node)
                if found and found[1] not in shadow and not isinstance(found[0], types.ModuleType) and not callable(found[0]):
                    line = imports.lines[found[1]]
                    add(found[2], "attribute", f"{line}\nvalue = {ast.unparse(node)}",
                        {"source": path, "import": line, "owner": ast.unparse(node.value), "name": node.attr,
                         "package": found[2]})


def call_use(path, node, found, imports):
    obj, root, package = found
    if isinstance(obj, types.ModuleType) or not callable(obj) or isinstance(obj, types.MethodType):
        return
    args, kwargs = render(node)
    if binds(obj, args, kwargs, False) is not True:
        return
    line = imports.lines[root]
    kind = "constructor" if isinstance(obj, type) else "function"
    if not isinstance(obj, (type, types.FunctionType, types.BuiltinFunctionType)):
        return
    add(package, kind, f"{line}\nresult = {ast.unparse(node.func)}{text_of(args, kwargs)}",
        {"source": path, "import": line, "callee": ast.unparse(node.func), "args": args, "kwargs": kwargs, "package": package})


def constructed(held, imports):
    call, (cls, root, package) = held
    args, kwargs = render(call)
    if binds(cls, args, kwargs, False) is not True:
        return None
    line = imports.lines[root]
    return cls, package, f"{line}\nitem = {ast.unparse(call.func)}{text_of(args, kwargs)}", args, kwargs, line


def method_use(path, node, held, imports):
    built = constructed(held, imports)
    if not built:
        return
    cls, package, head, cargs, ckwargs, line = built
    name = node.func.attr
    method = getattr(cls, name, None)
    if not inspect.isroutine(method):
        return
    args, kwargs = render(node)
    if binds(method, args, kwargs, needs_self(cls, name) and not inspect.ismethod(method)) is not True:
        return
    add(package, "method", f"{head}\nresult = item.{name}{text_of(args, kwargs)}",
        {"source": path, "head": head, "cls": cls, "name": name, "args": args, "kwargs": kwargs,
         "cargs": cargs, "ckwargs": ckwargs, "package": package})


def attribute_use(path, node, held, imports):
    built = constructed(held, imports)
    if not built:
        return
    cls, package, head, cargs, ckwargs, line = built
    on_class = hasattr(cls, node.attr)
    if on_class and inspect.isroutine(getattr(cls, node.attr)):
        return
    made = instance_of(cls, cargs, ckwargs)
    if not on_class and (made is None or not hasattr(made, node.attr)):
        return
    add(package, "attribute", f"{head}\nvalue = item.{node.attr}",
        {"source": path, "head": head, "cls": cls, "name": node.attr, "cargs": cargs, "ckwargs": ckwargs, "package": package})


def wrong_names(name, seed):
    options = []
    for a, b in SWAPS:
        if a in name:
            options.append(name.replace(a, b, 1))
        elif b in name:
            options.append(name.replace(b, a, 1))
    if "_" in name.strip("_"):
        head, *rest = name.split("_")
        options.append(head + "".join(p.capitalize() for p in rest))
    elif re.search("[a-z][A-Z]", name):
        options.append(re.sub("([a-z])([A-Z])", lambda m: m[1] + "_" + m[2].lower(), name))
    if len(name) > 4:
        cut = 1 + int(seed[:4], 16) % (len(name) - 2)
        options += [name[:cut] + name[cut + 1:], name[:cut] + name[cut + 1] + name[cut] + name[cut + 2:]]
    options += [name + "_all", "get_" + name if not name[0].isupper() else name + "Ex", name + "s"]
    start = int(seed[4:8], 16) % len(options)
    return [o for o in options[start:] + options[:start] if o != name and o.isidentifier()]


def open_ended(cls):
    return any("__getattr__" in k.__dict__ or "__getattribute__" in k.__dict__ for k in cls.__mro__[:-1])


def lacks(cls, made, name):
    if hasattr(cls, name) or (made is not None and hasattr(made, name)):
        return False
    if made is None:
        for k in cls.__mro__:
            try:
                if re.search(r"\bself\.%s\b" % name, inspect.getsource(k)):
                    return False
            except (OSError, TypeError):
                pass
    return True


def plant(kind, code, facts):
    """Rows (kind, code, what) of errors made of one correct use."""
    seed = digest(code)
    if kind == "import":
        module = facts["module"]
        obj = load(module)
        if facts["import"].startswith("from"):
            last = facts["import"].split(" import ")[1].split(" as ")[0]
            for wrong in wrong_names(last, seed):
                if not hasattr(obj, wrong) and not load(module + "." + wrong):
                    yield ("class" if last[:1].isupper() else "import"), f"from {module} import {wrong}", wrong
                    break
        full = facts["import"].split()[1]
        for wrong in wrong_names(full.split(".")[-1], seed[8:]):
            name = f"{full}.{wrong}" if "." not in full else full.rsplit(".", 1)[0] + "." + wrong
            if load(name) is None:
                yield "import", f"import {name}", name
                break
    elif kind in ("constructor", "function"):
        scope = {}
        exec(facts["import"], scope)
        target = eval(facts["callee"], scope)
        label = "constructor" if kind == "constructor" else "parameter"
        head = facts["import"] + "\nresult = " + facts["callee"]
        yield from ((label, head + text_of(a, k), what) for a, k, what in wrong_calls(target, facts["args"], facts["kwargs"], False, seed))
        if "." in facts["callee"]:
            owner, last = facts["callee"].rsplit(".", 1)
            place = eval(owner, scope)
            for wrong in wrong_names(last, seed):
                try:
                    missing = not hasattr(place, wrong)
                except Exception:
                    missing = False
                if missing:
                    what = "class" if kind == "constructor" else ("attribute" if not isinstance(place, type) else "method")
                    yield what, f"{facts['import']}\nresult = {owner}.{wrong}{text_of(facts['args'], facts['kwargs'])}", wrong
                    break
    elif kind == "method":
        cls = facts["cls"]
        made = instance_of(cls, facts["cargs"], facts["ckwargs"])
        if not open_ended(cls) or made is not None:
            for wrong in wrong_names(facts["name"], seed):
                if lacks(cls, made, wrong):
                    yield "method", f"{facts['head']}\nresult = item.{wrong}{text_of(facts['args'], facts['kwargs'])}", wrong
                    break
        method = getattr(cls, facts["name"])
        with_self = needs_self(cls, facts["name"]) and not inspect.ismethod(method)
        head = f"{facts['head']}\nresult = item.{facts['name']}"
        yield from (("parameter", head + text_of(a, k), what)
                    for a, k, what in wrong_calls(method, facts["args"], facts["kwargs"], with_self, seed))
    elif kind == "attribute" and "cls" in facts:
        cls = facts["cls"]
        made = instance_of(cls, facts["cargs"], facts["ckwargs"])
        if not open_ended(cls) or made is not None:
            for wrong in wrong_names(facts["name"], seed):
                if lacks(cls, made, wrong):
                    yield "attribute", f"{facts['head']}\nvalue = item.{wrong}", wrong
                    break
    elif kind == "attribute":
        scope = {}
        exec(facts["import"], scope)
        place = eval(facts["owner"], scope)
        for wrong in wrong_names(facts["name"], seed):
            try:
                missing = not hasattr(place, wrong)
            except Exception:
                missing = False
            if missing:
                yield "attribute", f"{facts['import']}\nvalue = {facts['owner']}.{wrong}", wrong
                break


def wrong_calls(target, args, kwargs, with_self, seed):
    start = int(seed[8:12], 16)
    options = []
    word = KEYWORDS[start % len(KEYWORDS)]
    if binds(target, args, kwargs + [(word, "None")], with_self) is False:
        options.append((args, kwargs + [(word, "None")], f"unknown keyword {word}"))
    more = list(args)
    for _ in range(14):
        more = more + ["None"]
        if binds(target, more, [], with_self) is False and binds(target, more[:-1], [], with_self) is not None:
            options.append((more, [], "too many arguments"))
            break
    if (args or kwargs) and binds(target, [], [], with_self) is False:
        options.append(([], [], "missing arguments"))
    if options:
        yield options[start % len(options)]


def main(folders):
    os.chdir(tempfile.mkdtemp())
    sys.argv = ["x"]
    for path, tree in sources(folders):
        scan(path, tree)
    groups = defaultdict(list)
    for (package, kind, code), facts in uses.items():
        groups[package, kind].append((digest(code), code, facts))
    rows, planted = [], []
    for (package, kind), found in sorted(groups.items()):
        found.sort(key=lambda f: f[0])
        # One use per name, so that a popular function does not fill its package's share.
        seen = set()
        for _, code, facts in found:
            name = (facts.get("name") or facts.get("callee") or facts.get("import"))
            if name in seen or len(seen) >= PER_PACKAGE[kind]:
                continue
            seen.add(name)
            rows.append({"label": "correct", "kind": kind, "package": package, "code": code, "source": facts["source"]})
            try:
                for what, wrong, word in plant(kind, code, facts):
                    planted.append({"label": "error", "kind": what, "package": package, "code": wrong, "wrong": word,
                                    "source": facts["source"]})
            except Exception as error:
                print("skipped", code.splitlines()[-1], repr(error), file=sys.stderr)
    unique = {}
    for row in rows + planted:
        unique.setdefault(row["code"], {"id": digest(row["code"])[:12], "language": "python", **row})
    with open(OUT, "w") as out:
        for row in unique.values():
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    counts = defaultdict(int)
    for row in unique.values():
        counts[row["label"], row["kind"]] += 1
    for key, count in sorted(counts.items()):
        print(*key, count)


OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "python.jsonl")
FOLDERS = []
for argument in sys.argv[1:]:
    if argument.startswith("--packages="):
        PACKAGES = set(argument.split("=", 1)[1].split(","))
    elif argument.startswith("--out="):
        OUT = os.path.abspath(argument.split("=", 1)[1])
    else:
        FOLDERS.append(os.path.abspath(argument))
main(FOLDERS)
