package io.mintmark.server.ravendb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The scenarios of {@code src/test/python}, with RavenDB's client from PyPI in an environment of its own. */
final class PythonSuite implements Suite {
    /** How pip tells that a registry cannot be reached; any other failure of pip is ours. */
    private static final Pattern UNREACHABLE = Pattern.compile(
            "NewConnectionError|NameResolutionError|ConnectTimeoutError|ReadTimeoutError|ProxyError|SSLError|Max retries");

    private static final Pattern TOO_OLD = Pattern.compile("Python 3\\.[0-9]\\.");
    private static final Duration ASKING_LIMIT = Duration.ofSeconds(30);
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(4);
    private static final Duration RUN_LIMIT = Duration.ofMinutes(4);
    private static final Path SOURCES = Path.of("src", "test", "python").toAbsolutePath();

    private final Path directory;

    PythonSuite(Path directory) {
        this.directory = directory;
    }

    @Override
    public Optional<String> missing() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Command asking = command(ASKING_LIMIT);
        Optional<String> missing = asking.missing("python3");
        if (missing.isPresent()) {
            return missing;
        }
        String version = asking.run("python3", "--version").output().strip();
        if (TOO_OLD.matcher(version + ".").find()) {
            return Optional.of("python3 is " + version + ", but the client's libraries need 3.10 or later");
        }
        boolean whole = asking.run("python3", "-c", "import ensurepip, venv").exitCode() == 0;
        return whole ? Optional.empty() : Optional.of("python3 cannot make environments: it has no ensurepip or venv");
    }

    /** Makes the environment and installs the client into it, unless the same list was installed before. */
    @Override
    public Optional<String> install() throws IOException, InterruptedException {
        Path installed = directory.resolve("installed-requirements.txt");
        String wanted = Files.readString(SOURCES.resolve("requirements.txt"));
        if (Files.exists(installed) && Files.readString(installed).equals(wanted)) {
            return Optional.empty();
        }
        Files.deleteIfExists(installed);
        succeed(command(INSTALL_LIMIT).run("python3", "-m", "venv", "--clear", "environment"));
        Command.Result result = command(INSTALL_LIMIT)
                .run(
                        python(),
                        "-m",
                        "pip",
                        "install",
                        "--quiet",
                        "--disable-pip-version-check",
                        "--no-deps",
                        "--retries=1",
                        "--requirement",
                        SOURCES.resolve("requirements.txt").toString());
        if (result.exitCode() != 0 && UNREACHABLE.matcher(result.output()).find()) {
            return Optional.of("pip cannot reach its registry:\n" + result.output());
        }
        succeed(result);
        Files.writeString(installed, wanted);
        return Optional.empty();
    }

    @Override
    public List<Outcome> run(Run run) throws IOException, InterruptedException {
        Path report = directory.resolve("report.json");
        Files.deleteIfExists(report);
        List<String> words = new ArrayList<>(
                List.of(SOURCES.resolve("run.py").toString(), run.url().toString(), report.toString()));
        run.certificates()
                .ifPresent(
                        folder -> words.addAll(List.of("--certificates", folder.toString(), "--caller", run.caller())));
        if (!run.only().isEmpty()) {
            words.addAll(List.of("--only", String.join(",", run.only())));
        }
        Command.Result result = running().run(python(), words.toArray(String[]::new));
        if (!Files.exists(report)) {
            throw new AssertionError("run.py wrote no report, exit code " + result.exitCode() + ": " + result.output());
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (JsonNode outcome : new ObjectMapper().readTree(report.toFile())) {
            outcomes.add(new Outcome(
                    outcome.path("name").asText(),
                    Optional.ofNullable(outcome.path("failure").textValue())));
        }
        boolean failed = outcomes.stream().anyMatch(outcome -> outcome.failure().isPresent());
        if (failed != (result.exitCode() != 0)) {
            throw new AssertionError("run.py ended with " + result.exitCode() + ", but its report has "
                    + (failed ? "failures: " : "none: ") + result.output());
        }
        return outcomes;
    }

    /** Returns how a program that lies beside the scenarios is started, once the client is installed. */
    ProcessBuilder program(String name) {
        ProcessBuilder program =
                new ProcessBuilder(python(), SOURCES.resolve(name + ".py").toString()).directory(directory.toFile());
        program.environment().putAll(environment());
        return program;
    }

    private String python() {
        boolean windows = Files.isDirectory(directory.resolve("environment").resolve("Scripts"));
        return directory
                .resolve("environment")
                .resolve(windows ? "Scripts" : "bin")
                .resolve("python")
                .toString();
    }

    private static void succeed(Command.Result result) {
        if (result.exitCode() != 0) {
            throw new AssertionError("the environment for Python could not be made: " + result.output());
        }
    }

    private Command command(Duration limit) {
        return new Command(directory, Map.of(), limit);
    }

    private Command running() {
        return new Command(directory, environment(), RUN_LIMIT);
    }

    /** Python would keep compiled modules beside the sources, and the client topologies in the user's cache. */
    private Map<String, String> environment() {
        String cache = directory.resolve("cache").toString();
        return Map.of("PYTHONDONTWRITEBYTECODE", "1", "XDG_CACHE_HOME", cache);
    }
}
