package io.mintmark.docs;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Runs whole programs of the page that draws ids in many languages, each against a server of its own with the database
 * {@code shop}. A comment behind a line says what it prints. A language that is not installed is skipped, and said so. Go
 * compiles its library when it is first asked, which may take minutes on a busy machine.
 */
final class LanguageBlocks {
    private static final String PAGE = "docs/ids-from-any-language.md";
    private static final String DOCUMENTED = "http://127.0.0.1:8080";
    private static final int LINES_MAX = 15;
    private static final Pattern PRINTED = Pattern.compile("(?:#|//) ((?:orders/|\\{).*)$", Pattern.MULTILINE);

    /** How a language is run: what its file is called, and what runs it. */
    private record Language(String file, List<String> command, List<String> presence) {}

    private static final Map<String, Language> LANGUAGES = Map.of(
            "python", new Language("draw.py", List.of("python3"), List.of("python3", "--version")),
            "js", new Language("draw.mjs", List.of("node"), List.of("node", "--version")),
            "go", new Language("draw.go", List.of("go", "run"), List.of("go", "version")),
            "csharp", new Language("draw.cs", List.of("dotnet", "run"), List.of("dotnet", "--version")),
            "java", new Language("Draw.java", List.of(java()), List.of(java(), "-version")));

    private LanguageBlocks() {}

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static boolean areFor(Block block) {
        return block.file().equals(PAGE) && LANGUAGES.containsKey(block.language());
    }

    /** Returns what is wrong with {@code block}, or nothing. */
    static List<String> check(Block block, Path directory) throws Exception {
        long lines = block.text().lines().count();
        if (lines > LINES_MAX) {
            return List.of("a program has at most " + LINES_MAX + " lines, and this one " + lines);
        }
        Language language = Objects.requireNonNull(LANGUAGES.get(block.language()));
        if (!isInstalled(language, directory)) {
            System.out.println(
                    block + " is not run: there is no " + language.command().get(0) + " here");
            return List.of();
        }
        return run(block, language, directory);
    }

    private static boolean isInstalled(Language language, Path directory) throws InterruptedException {
        try {
            return run(language.presence(), directory).exitCode() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> run(Block block, Language language, Path directory) throws Exception {
        try (MintmarkServer server = MintmarkServer.start(
                ServerSettings.builder(directory.resolve("data")).port(0).build())) {
            HttpRequest create = HttpRequest.newBuilder(server.url().resolve("/v1/databases/shop"))
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .build();
            HttpClient.newHttpClient().send(create, HttpResponse.BodyHandlers.discarding());
            URI url = server.url();
            Files.writeString(directory.resolve(language.file()), block.text().replace(DOCUMENTED, url.toString()));
            List<String> command = new ArrayList<>(language.command());
            command.add(language.file());
            return compare(block, run(command, directory));
        }
    }

    private static List<String> compare(Block block, Outcome outcome) {
        List<String> expected = PRINTED.matcher(block.text())
                .results()
                .map(MatchResult::group)
                .map(comment -> comment.substring(comment.indexOf(' ') + 1))
                .toList();
        List<String> printed =
                outcome.output().lines().filter(line -> !line.isBlank()).toList();
        return outcome.exitCode() == 0 && !expected.isEmpty() && printed.equals(expected)
                ? List.of()
                : List.of("the program should print " + expected + " and ended with " + outcome);
    }

    /** How a program ended, and what it printed. */
    private record Outcome(int exitCode, String output) {}

    private static Outcome run(List<String> command, Path directory) throws IOException, InterruptedException {
        Path out = directory.resolve("program.out");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return new Outcome(process.waitFor(), Files.readString(out));
    }
}
