// Counts definitions with Go's own parser: go run count_go.go <folder> <file list>. Prints one JSON object per file.
package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

func names(list *ast.FieldList) int {
	if list == nil {
		return 0
	}
	count := 0
	for _, field := range list.List {
		if len(field.Names) == 0 {
			count++
		}
		count += len(field.Names)
	}
	return count
}

func countType(spec *ast.TypeSpec, out map[string]any) {
	add := func(kind string, by int) { out[kind] = out[kind].(int) + by }
	switch kind := spec.Type.(type) {
	case *ast.StructType:
		add("struct", 1)
		for _, field := range kind.Fields.List {
			add("property", len(field.Names))
		}
	case *ast.InterfaceType:
		add("interface", 1)
		for _, field := range kind.Methods.List {
			if method, is := field.Type.(*ast.FuncType); is && len(field.Names) > 0 {
				add("method", 1)
				add("parameter", names(method.Params))
			}
		}
	default:
		add("type", 1)
	}
}

func main() {
	list, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	for _, path := range strings.Split(string(list), "\n") {
		file, err := parser.ParseFile(token.NewFileSet(), os.Args[1]+"/"+path, nil, 0)
		if err != nil {
			continue
		}
		out := map[string]any{"path": path, "struct": 0, "interface": 0, "type": 0, "function": 0, "method": 0,
			"parameter": 0, "property": 0, "variable": 0, "import": len(file.Imports)}
		add := func(kind string, by int) { out[kind] = out[kind].(int) + by }
		for _, declaration := range file.Decls {
			switch one := declaration.(type) {
			case *ast.FuncDecl:
				if one.Recv == nil {
					add("function", 1)
				} else {
					add("method", 1)
				}
				add("parameter", names(one.Type.Params))
			case *ast.GenDecl:
				for _, spec := range one.Specs {
					switch inner := spec.(type) {
					case *ast.TypeSpec:
						countType(inner, out)
					case *ast.ValueSpec:
						add("variable", len(inner.Names))
					}
				}
			}
		}
		line, _ := json.Marshal(out)
		os.Stdout.Write(append(line, '\n'))
	}
}
