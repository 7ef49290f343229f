package io.mintmark.docs;

import io.mintmark.cli.TypedCommand;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Types blocks for a shell: curl against a server of this test, the doctor in a copy of the repository's examples, and every
 * other command of ours as far as its own command line judges it.
 */
final class ShellBlocks {
    private static final String DOCUMENTED = "http://127.0.0.1:8080";
    private static final Pattern WORDS = Pattern.compile("\\s+");
    private static final Pattern COMMENT = Pattern.compile("\\s#\\s.*$");
    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z_]*=\\S*");
    private static final Pattern CONTINUED = Pattern.compile("\\\\\\R\\s*");

    private ShellBlocks() {}

    /** Returns what is wrong with {@code block}, or nothing. */
    static List<String> check(Block block, List<NotRun> notRun, Path directory) throws Exception {
        List<String> wrong = new ArrayList<>();
        boolean asksAServer = false;
        boolean asksTheDoctor = false;
        for (String command : commands(block)) {
            List<String> words = WORDS.splitAsStream(command)
                    .dropWhile(word -> VARIABLE.matcher(word).matches())
                    .toList();
            String first = words.isEmpty() ? "" : words.get(0);
            if (first.equals("./mintmark")) {
                String complaint = TypedCommand.complaint(
                        words.stream().skip(1).filter(word -> !word.equals("&")).toArray(String[]::new));
                if (!complaint.isEmpty()) {
                    wrong.add(complaint);
                }
                asksTheDoctor |= command.contains("jdbc:sqlite:");
            } else if (first.equals("curl")) {
                asksAServer = true;
            } else if (!first.isEmpty() && notRun.stream().noneMatch(one -> one.isCommand(first))) {
                wrong.add("no test types " + first + "; type it, or list it in not-run.txt with a reason: " + command);
            }
        }
        if (wrong.isEmpty() && asksAServer) {
            wrong.addAll(askAServer(block, directory));
        }
        if (wrong.isEmpty() && asksTheDoctor) {
            wrong.addAll(compare(block, run(inExamples(block.text()), directory)));
        }
        return wrong;
    }

    private static List<String> commands(Block block) {
        return CONTINUED
                .matcher(block.text())
                .replaceAll(" ")
                .lines()
                .map(line -> COMMENT.matcher(line).replaceFirst("").strip())
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    private static List<String> askAServer(Block block, Path directory) throws Exception {
        try (MintmarkServer server = MintmarkServer.start(
                ServerSettings.builder(directory.resolve("data")).port(0).build())) {
            String failing = "curl() { command curl --fail-with-body \"$@\" && echo; }\n";
            return compare(
                    block,
                    run(failing + block.text().replace(DOCUMENTED, server.url().toString()), directory));
        }
    }

    /** Every comment that is a line of output has to be in what was printed, in its order; … stands for anything. */
    private static List<String> compare(Block block, String printed) {
        StringBuilder pattern = new StringBuilder("(?s)");
        for (String line : block.text().lines().toList()) {
            int comment = line.startsWith("# ") ? 0 : line.indexOf(" # {") + 1;
            if (comment > 0 || line.startsWith("# ")) {
                pattern.append(".*")
                        .append(Pattern.compile("…")
                                .splitAsStream(line.substring(comment + 1).strip())
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*?")));
            }
        }
        return Pattern.matches(pattern + ".*", printed)
                ? List.of()
                : List.of("what the block says it prints is not what it printed:\n" + printed);
    }

    private static String inExamples(String text) {
        return "cd '" + Pages.ROOT + "'\nmintmark() { '" + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '" + ClassPath.whole()
                + "' io.mintmark.cli.Mintmark \"$@\"; }\n"
                + text.replace("./mintmark ", "mintmark ");
    }

    private static String run(String script, Path directory) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("block.sh"), script);
        Path out = directory.resolve("block.out");
        Process process = new ProcessBuilder("bash", file.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return Files.readString(out, StandardCharsets.UTF_8);
    }
}
