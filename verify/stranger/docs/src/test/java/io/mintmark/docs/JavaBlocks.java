package io.mintmark.docs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles blocks of Java: types as they stand, statements in a method of a class that has what the text presumes. A block that
 * has imports gets no others.
 */
final class JavaBlocks {
    private static final JavaCompiler COMPILER = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK");
    /** The Java of the oldest JDK that runs here. On a newer one, a method without a class would be a program. */
    private static final List<String> RELEASE = List.of("--release", "17");

    /** Opens each jar of the class path once, not once for each block. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, Locale.ROOT, null);

    private static final Pattern PUBLIC_TYPE = Pattern.compile("public [a-z ]*(?:class|record|interface|enum) (\\w+)");
    private static final Pattern RAVENDB = Pattern.compile("^\\s*// RavenDB\\R");

    /** Packages whose types readers import, each with one of its classes, which tells whether it is there. */
    private static final Map<String, String> OURS = Map.ofEntries(
            Map.entry("io.mintmark", "RandomBytes"),
            Map.entry("io.mintmark.counter", "BlockRule"),
            Map.entry("io.mintmark.range", "RangeSource"),
            Map.entry("io.mintmark.hilo", "HiLo"),
            Map.entry("io.mintmark.document", "DocumentId"),
            Map.entry("io.mintmark.decimal", "DecimalId"),
            Map.entry("io.mintmark.number", "BitLayout"),
            Map.entry("io.mintmark.encoding", "NumberText"),
            Map.entry("io.mintmark.scramble", "PermutationKey"),
            Map.entry("io.mintmark.uuid", "UuidV7"),
            Map.entry("io.mintmark.jdbc", "JdbcRanges"),
            Map.entry("io.mintmark.jdbc.database", "Dialect"),
            Map.entry("io.mintmark.jdbc.schema", "SchemaDoctor"),
            Map.entry("io.mintmark.cassandra", "CassandraCounters"),
            Map.entry("io.mintmark.client", "DocumentStore"),
            Map.entry("io.mintmark.server", "MintmarkServer"),
            Map.entry("io.mintmark.hibernate", "MintmarkId"),
            Map.entry("io.mintmark.spring", "FromCounter"),
            Map.entry("io.mintmark.testkit", "RangeSourceContract"));

    private static final String ALWAYS = """
            import jakarta.persistence.*;
            import java.math.BigDecimal;
            import java.nio.file.*;
            import java.sql.Connection;
            import java.sql.DriverManager;
            import java.sql.PreparedStatement;
            import java.time.*;
            import java.util.*;
            import org.springframework.beans.factory.annotation.Qualifier;
            import org.springframework.stereotype.Service;
            """;

    private static final String RAVENDB_IMPORTS = """
            import net.ravendb.client.documents.*;
            import net.ravendb.client.documents.conventions.*;
            import net.ravendb.client.documents.operations.identities.*;
            import net.ravendb.client.documents.session.*;
            """;

    /** By class path: to look through all of its jars takes longer than to compile a block. */
    private static final Map<String, String> IMPORTS = new ConcurrentHashMap<>();

    /** The errors of a block, and its classes if there are none. */
    record Compiled(List<String> errors, ClassLoader classes, List<String> types) {}

    private JavaBlocks() {}

    /** Compiles one block with {@code classPath} into {@code directory}. */
    static Compiled compile(Block block, String classPath, Path directory) throws IOException {
        String source = Stream.of(types(block, classPath), body(block, classPath), member(block, classPath))
                .filter(JavaBlocks::isJava)
                .findFirst()
                .orElseGet(() -> body(block, classPath));
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = new ArrayList<>(RELEASE);
        options.addAll(List.of(
                "-d", directory.toString(), "-classpath", classPath, "-proc:none", "-Xlint:none", "-implicit:none"));
        boolean done = COMPILER.getTask(null, FILES, found, options, null, List.of(new Source(name(block), source)))
                .call();
        List<String> errors = done ? List.of() : errors(found);
        return new Compiled(errors, loader(directory), typesOf(source));
    }

    private static boolean isJava(String source) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try {
            com.sun.source.util.JavacTask task = (com.sun.source.util.JavacTask)
                    COMPILER.getTask(null, FILES, found, RELEASE, null, List.of(new Source("Block", source)));
            task.parse();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return errors(found).isEmpty();
    }

    private static List<String> errors(DiagnosticCollector<JavaFileObject> found) {
        return found.getDiagnostics().stream()
                .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
                .map(one -> one.getMessage(Locale.ROOT))
                .toList();
    }

    private static String types(Block block, String classPath) {
        if (block.text().startsWith("import ")) {
            return block.text();
        }
        return imports(block, classPath) + "import " + MyRanges.class.getName() + ";\n" + block.text();
    }

    private static String body(Block block, String classPath) {
        return "package io.mintmark.docs;\n" + imports(block, classPath) + "class Typed extends " + given(block)
                + " {\n    void run() throws Exception {\n" + block.text() + "    }\n}\n";
    }

    private static String member(Block block, String classPath) {
        return imports(block, classPath) + "class Block {\n" + block.text() + "    Object annotated;\n}\n";
    }

    private static String imports(Block block, String classPath) {
        if (RAVENDB.matcher(block.text()).find()) {
            return ALWAYS + RAVENDB_IMPORTS;
        }
        return IMPORTS.computeIfAbsent(classPath, JavaBlocks::importsOf);
    }

    private static String importsOf(String classPath) {
        try (URLClassLoader there = loader(classPath)) {
            return OURS.entrySet().stream()
                    .filter(one ->
                            there.getResource(one.getKey().replace('.', '/') + "/" + one.getValue() + ".class") != null)
                    .map(one -> "import " + one.getKey() + ".*;\n")
                    .collect(Collectors.joining("", ALWAYS, ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String given(Block block) {
        Class<?> given = Given.class;
        if (block.file().equals("docs/client.md")) {
            given = GivenClient.class;
        } else if (block.file().equals("docs/moving-from-ravendb-client.md")) {
            given = RAVENDB.matcher(block.text()).find() ? GivenRavenDb.class : GivenMove.class;
        }
        return given.getName();
    }

    private static String name(Block block) {
        Matcher type = PUBLIC_TYPE.matcher(block.text());
        return type.find() ? type.group(1) : "Block";
    }

    private static List<String> typesOf(String source) {
        return Pattern.compile("(?m)^(?:public |final )*(?:class|record) (\\w+)")
                .matcher(source)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static URLClassLoader loader(String classPath) {
        return new URLClassLoader(
                Pattern.compile(File.pathSeparator)
                        .splitAsStream(classPath)
                        .map(entry -> url(Path.of(entry)))
                        .toArray(URL[]::new),
                null);
    }

    private static ClassLoader loader(Path directory) {
        return new URLClassLoader(new URL[] {url(directory)}, JavaBlocks.class.getClassLoader());
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }

    /** A compilation unit in memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
