"""Counts definitions with Python's own parser: count_python.py <folder> <file list>. Prints one JSON object per file."""
import ast, json, sys


def blocks(body):
    """Statements of a body and of its branches and loops, but not of functions and classes in it."""
    for node in body:
        yield node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from blocks(getattr(node, name, []) or [])
        for part in getattr(node, "handlers", []) or []:
            yield from blocks(part.body)
        for part in getattr(node, "cases", []) or []:
            yield from blocks(part.body)


def names(target):
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, (ast.Tuple, ast.List)):
        for item in target.elts:
            yield from names(item)
    elif isinstance(target, ast.Starred):
        yield from names(target.value)


def bound(node):
    """Names that a statement itself binds by assignment."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from names(target)
    elif isinstance(node, ast.AnnAssign):
        yield from names(node.target)
    elif isinstance(node, (ast.For, ast.AsyncFor)):
        yield from names(node.target)
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        for item in node.items:
            if item.optional_vars is not None:
                yield from names(item.optional_vars)


def count(tree):
    out = {"class": 0, "function": 0, "method": 0, "parameter": 0, "import": 0, "base": 0, "field": 0, "decorator": 0}

    def function(node, kind):
        out[kind] += 1
        a = node.args
        out["parameter"] += len(a.posonlyargs) + len(a.args) + len(a.kwonlyargs) + bool(a.vararg) + bool(a.kwarg)
        out["decorator"] += len(node.decorator_list)
        walk(node.body, "function")

    def walk(body, kind):
        for node in blocks(body):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                function(node, "method" if kind == "class" else "function")
            elif isinstance(node, ast.ClassDef):
                out["class"] += 1
                out["base"] += len(node.bases)
                out["decorator"] += len(node.decorator_list)
                fields = set()
                for inner in blocks(node.body):
                    fields.update(bound(inner))
                out["field"] += len(fields)
                walk(node.body, "class")

    walk(tree.body, "module")
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, "module", None) != "__future__":
            out["import"] += len(node.names)
    return out


folder = sys.argv[1]
for path in open(sys.argv[2]).read().split("\n"):
    try:
        with open(folder + "/" + path, "rb") as file:
            print(json.dumps({"path": path, **count(ast.parse(file.read()))}))
    except (SyntaxError, ValueError) as error:
        print(json.dumps({"path": path, "error": str(error)}))
