package io.mintmark.server.ravendb;

import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The scenarios of {@code src/test/node}, with RavenDB's npm client installed beside a copy of them. */
final class NodeSuite implements Suite {
    /** npm's codes for a registry that cannot be reached; any other failure of npm is ours. */
    private static final Pattern UNREACHABLE = Pattern.compile(
            "code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT"
                    + "|ENOTCACHED|EPROXY|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|SELF_SIGNED_CERT_IN_CHAIN)\\b");

    private static final Duration ASKING_LIMIT = Duration.ofSeconds(30);
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(4);
    private static final Duration RUN_LIMIT = Duration.ofMinutes(4);
    private static final Path SOURCES = Path.of("src", "test", "node");
    /** All scenarios as one file, since the client is loaded anew for each. */
    private static final String ALL = "all.mjs";

    private final Path directory;

    NodeSuite(Path directory) {
        this.directory = directory;
    }

    @Override
    public Optional<String> missing() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Optional<String> node = command(ASKING_LIMIT, Map.of()).missing("node");
        return node.isPresent() ? node : command(ASKING_LIMIT, Map.of()).missing("npm");
    }

    /** Copies the scenarios and installs the client, unless the same lock file was installed before. */
    @Override
    public Optional<String> install() throws IOException, InterruptedException {
        copySources();
        Path installed = directory.resolve("node_modules").resolve("installed-package-lock.json");
        String lock = Files.readString(directory.resolve("package-lock.json"));
        if (Files.exists(installed) && Files.readString(installed).equals(lock)) {
            return Optional.empty();
        }
        Command.Result result =
                command(INSTALL_LIMIT, Map.of()).run("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
        if (result.exitCode() == 0) {
            Files.writeString(installed, lock);
            return Optional.empty();
        }
        if (UNREACHABLE.matcher(result.output()).find()) {
            return Optional.of("npm cannot reach its registry:\n" + result.output());
        }
        throw new AssertionError("npm ci failed: " + result.output());
    }

    @Override
    public List<Outcome> run(Run run) throws IOException, InterruptedException {
        Path report = directory.resolve("report.xml");
        Files.deleteIfExists(report);
        String effort = Effort.isProof() ? "proof" : "quick";
        Map<String, String> environment = new HashMap<>();
        environment.put("MINTMARK_URL", run.url().toString());
        environment.put("MINTMARK_EFFORT", effort);
        run.certificates().ifPresent(folder -> {
            environment.put("MINTMARK_CERTIFICATES", folder.toString());
            environment.put("MINTMARK_CALLER", run.caller());
        });
        Command.Result result = command(RUN_LIMIT, environment).run("node", words(run, report));
        if (!Files.exists(report)) {
            throw new AssertionError(
                    "node --test wrote no report, exit code " + result.exitCode() + ": " + result.output());
        }
        List<Outcome> outcomes = outcomes(report);
        boolean failed = outcomes.stream().anyMatch(outcome -> outcome.failure().isPresent());
        if (failed != (result.exitCode() != 0)) {
            throw new AssertionError("node --test ended with exit code " + result.exitCode() + ", but its report tells "
                    + (failed ? "of failures" : "of none") + ": " + result.output());
        }
        return outcomes;
    }

    private String[] words(Run run, Path report) {
        List<String> words = new ArrayList<>(List.of(
                "--test",
                "--test-timeout=" + RUN_LIMIT.toMillis(),
                "--test-reporter=junit",
                "--test-reporter-destination=" + report.getFileName()));
        if (run.only().isEmpty()) {
            words.add(ALL);
        }
        for (String file : run.only()) {
            words.add(Files.exists(directory.resolve(file + ".mjs")) ? file + ".mjs" : file + ".test.mjs");
        }
        return words.toArray(String[]::new);
    }

    /** Returns how a program that lies beside the scenarios is started, once the client is installed. */
    ProcessBuilder program(String name) {
        ProcessBuilder program = new ProcessBuilder("node", name + ".mjs").directory(directory.toFile());
        String ignored = program.environment().remove("NODE_OPTIONS");
        return program;
    }

    private Command command(Duration limit, Map<String, String> environment) {
        return new Command(directory, environment, limit);
    }

    private void copySources() throws IOException {
        try (Stream<Path> old = Files.list(directory)) {
            for (Path file :
                    old.filter(file -> file.toString().endsWith(".mjs")).toList()) {
                Files.delete(file);
            }
        }
        try (Stream<Path> sources = Files.list(SOURCES)) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                Files.copy(source, directory.resolve(source.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        try (Stream<Path> copied = Files.list(directory)) {
            List<String> imports = copied.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".test.mjs"))
                    .sorted()
                    .map(name -> "import \"./" + name + "\";")
                    .toList();
            Files.write(directory.resolve(ALL), imports);
        }
    }

    private static List<Outcome> outcomes(Path report) throws IOException {
        NodeList cases;
        try {
            cases = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getElementsByTagName("testcase");
        } catch (ParserConfigurationException | SAXException e) {
            throw new AssertionError("node --test wrote a report that is no XML: " + report, e);
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < cases.getLength(); i++) {
            Element scenario = (Element) cases.item(i);
            NodeList failures = scenario.getElementsByTagName("failure");
            outcomes.add(new Outcome(
                    scenario.getAttribute("name"),
                    failures.getLength() == 0
                            ? Optional.empty()
                            : Optional.of(failures.item(0).getTextContent().strip())));
        }
        return outcomes;
    }
}
