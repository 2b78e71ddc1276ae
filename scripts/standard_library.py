"""Extends src/features/code/check/standard-library.json by what the standard library of this Python has.

Usage: `python3.X scripts/standard_library.py [--check]`, once with each Python there is, on each platform there is.
Names are added, never taken away: what one version or platform has is not wrong elsewhere. Parameters stay only where
all agree, so a path that the file already knows without parameters stays without. `--check` writes nothing and says how
much would change.
"""
import ast, functools, importlib, inspect, json, os, sys, types, warnings

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../src/graph/check/standard-library.json")
# setuptools puts a distutils of its own in place of the real one, and nobody inherits from a codec.
SKIPPED = {"antigravity", "this", "distutils", "encodings", "idlelib", "lib2to3", "test", "turtledemo", "__main__", "builtins", "tkinter", "ensurepip", "venv"}
MARKS = {"POSITIONAL_ONLY": "/", "KEYWORD_ONLY": "=", "VAR_POSITIONAL": "*", "VAR_KEYWORD": "^"}
# Of the double underscores only what checking asks for.
KEPT = {"__enter__", "__exit__", "__aenter__", "__aexit__", "__getattr__"}


def main():
    warnings.simplefilter("ignore")
    table = json.load(open(PATH, encoding="utf-8"))
    before = {key: set(rows) for key, rows in table.items()}
    found = collect()
    table["classes"] = merge_classes(table["classes"], found["classes"])
    table["aliases"] = merge_rows(table["aliases"], found["aliases"], "=")
    table["signatures"] = merge_signatures(table, found["signatures"])
    table["modules"] = merge_names(table["modules"], found["modules"])
    for key, rows in table.items():
        print(f"{key}: {len(rows)}, {len(set(rows) - before[key])} new or changed")
    if "--check" not in sys.argv:
        with open(PATH, "w", encoding="utf-8") as out:
            out.write(json.dumps(table, indent=2, ensure_ascii=False) + "\n")


def collect():
    found = {"classes": {}, "aliases": {}, "modules": {}, "signatures": {}}
    for name in sorted(standard_modules()):
        try:
            module = importlib.import_module(name)
        except BaseException:
            continue
        is_native = not str(getattr(module, "__file__", None) or "").endswith(".py")
        if is_native:
            found["modules"][name] = {key for key in vars(module) if not key.startswith("__")}
        for key, value in sorted(vars(module).items()):
            if key.startswith("__"):
                continue
            if isinstance(value, type):
                note_class(found, f"{name}.{key}", value)
            elif is_native:
                note_signature(found["signatures"], f"{name}.{key}", value)
    return found


def standard_modules():
    """Every module of the standard library, those inside packages too."""
    home = os.path.dirname(os.__file__)
    for name in sys.stdlib_module_names:
        if name in SKIPPED:
            continue
        yield name
        folder = os.path.join(home, name)
        for root, folders, files in os.walk(folder):
            folders[:] = [one for one in folders if one not in SKIPPED | {"tests", "__pycache__"}]
            package = os.path.relpath(root, home).replace(os.sep, ".")
            for file in files:
                if file.endswith(".py") and not file.startswith("__"):
                    yield f"{package}.{file[:-3]}"


def note_class(found, offered, cls):
    if cls.__module__ == "builtins" or cls.__module__.split(".")[0] not in sys.stdlib_module_names:
        return
    path = path_of(cls)
    if offered != path:
        found["aliases"][offered] = path
    if path in found["classes"]:
        return
    bases = [path_of(base) for base in cls.__bases__ if base is not object]
    members = {name for name in vars(cls) if name in KEPT or not name.startswith(("__", "_abc_"))}
    found["classes"][path] = (bases, members | set_members(cls))
    if is_written_in_c(cls):
        note_signature(found["signatures"], path, cls)
        for name, value in vars(cls).items():
            if not name.startswith("__"):
                note_signature(found["signatures"], f"{path}.{name}", value, is_member=True)


def path_of(cls):
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def is_written_in_c(cls):
    return not written_forms(cls)


def set_members(cls):
    """What the methods set on `self`."""
    return {
        node.attr
        for form in written_forms(cls)
        for node in ast.walk(form)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name) and node.value.id == "self"
    }


def written_forms(cls):
    """The class statements that may have made a class: a platform may have its own."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ""
    return class_statements(file).get(cls.__qualname__, []) if file.endswith(".py") else []


@functools.cache
def class_statements(file):
    """Every class statement of a file by its qualified name. `inspect.getsource` would parse the file for each class."""
    found = {}

    def visit(node, prefix):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                found.setdefault(prefix + child.name, []).append(child)
                visit(child, f"{prefix}{child.name}.")
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                visit(child, f"{prefix}{child.name}.<locals>.")
            else:
                visit(child, prefix)

    with open(file, "rb") as source:
        visit(ast.parse(source.read()), "")
    return found


def note_signature(signatures, path, value, is_member=False):
    is_bound = isinstance(value, (classmethod, types.ClassMethodDescriptorType))
    if not callable(value) and not isinstance(value, (classmethod, staticmethod)):
        return
    try:
        parameters = list(inspect.signature(getattr(value, "__func__", value)).parameters.values())
    except Exception:
        return
    if is_member and not isinstance(value, staticmethod) and parameters and not is_bound:
        parameters = parameters[1:]
    signatures[path] = ",".join(word_of(parameter) for parameter in parameters)


def word_of(parameter):
    is_optional = parameter.default is not parameter.empty
    return MARKS.get(parameter.kind.name, "") + parameter.name + ("?" if is_optional else "")


def merge_classes(rows, found):
    known = {}
    for row in rows:
        path, bases, members = row.split("|")
        known[path] = ([one for one in bases.split(",") if one], set(members.split()))
    for path, (bases, members) in found.items():
        if path in known:
            known[path][1].update(members)
        else:
            known[path] = (bases, members)
    return sorted(f"{path}|{','.join(bases)}|{' '.join(sorted(members))}" for path, (bases, members) in known.items())


def merge_rows(rows, found, mark):
    known = dict(row.split(mark, 1) for row in rows)
    return sorted(f"{key}{mark}{value}" for key, value in {**found, **known}.items())


def merge_names(rows, found):
    known = {module: set(names.split()) for module, names in (row.split("=", 1) for row in rows)}
    for module, names in found.items():
        known.setdefault(module, set()).update(names)
    return sorted(f"{module}={' '.join(sorted(names))}" for module, names in known.items())


def merge_signatures(table, found):
    known = dict(row.split("(", 1) for row in table["signatures"])
    named = {f"{module}.{name}" for module, names in (row.split("=", 1) for row in table["modules"]) for name in names.split()}
    for row in table["classes"]:
        path, _, members = row.split("|")
        named.update([path, *(f"{path}.{member}" for member in members.split())])
    for path, parameters in found.items():
        if path in known:
            if known[path] != parameters:
                del known[path]
        elif path not in named:
            known[path] = parameters
    return sorted(f"{path}({parameters}" for path, parameters in known.items())


main()
