import com.sun.source.tree.*;
import com.sun.source.util.JavacTask;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/** Counts definitions with javac's parser: java CountJava.java <folder> <file list>. Prints one JSON object per file. */
public class CountJava {
  static Map<String, Integer> counts;

  static void add(String kind, int by) {
    counts.merge(kind, by, Integer::sum);
  }

  static void countClass(ClassTree one) {
    switch (one.getKind()) {
      case INTERFACE, ANNOTATION_TYPE -> add("interface", 1);
      case ENUM -> add("enum", 1);
      default -> add("class", 1);
    }
    for (Tree member : one.getMembers()) {
      if (member instanceof ClassTree inner) countClass(inner);
      if (member instanceof VariableTree) add("property", 1);
      if (member instanceof MethodTree method) {
        add("method", 1);
        add("parameter", method.getParameters().size());
      }
    }
  }

  public static void main(String[] words) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    for (String path : Files.readAllLines(Path.of(words[1]))) {
      DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
      StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null);
      JavacTask task = (JavacTask) compiler.getTask(null, files, problems, List.of("-proc:none"), null,
          files.getJavaFileObjects(Path.of(words[0], path)));
      counts = new TreeMap<>();
      for (String kind : List.of("class", "interface", "enum", "method", "parameter", "property", "import")) add(kind, 0);
      for (CompilationUnitTree unit : task.parse()) {
        add("import", unit.getImports().size());
        for (Tree type : unit.getTypeDecls()) if (type instanceof ClassTree one) countClass(one);
      }
      if (problems.getDiagnostics().stream().anyMatch(one -> one.getKind() == Diagnostic.Kind.ERROR)) continue;
      StringBuilder line = new StringBuilder("{\"path\":\"" + path + "\"");
      counts.forEach((kind, count) -> line.append(",\"" + kind + "\":" + count));
      System.out.println(line + "}");
    }
  }
}
