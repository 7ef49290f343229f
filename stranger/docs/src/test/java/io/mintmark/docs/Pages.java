package io.mintmark.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every Markdown page of the repository, and the fenced blocks in it. */
final class Pages {
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern FENCE = Pattern.compile("\\s*(```+)\\s*(\\S*)\\s*");
    private static final Pattern ELSEWHERE = Pattern.compile("target|\\..+|node_modules");

    private Pages() {}

    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path page : files.filter(Pages::isAPage).sorted().toList()) {
                blocks.addAll(blocks(ROOT.relativize(page).toString(), Files.readAllLines(page)));
            }
        }
        return blocks;
    }

    private static boolean isAPage(Path file) {
        for (Path part : ROOT.relativize(file)) {
            if (ELSEWHERE.matcher(part.toString()).matches()) {
                return false;
            }
        }
        return file.toString().endsWith(".md");
    }

    static List<Block> blocks(String page, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher opened = FENCE.matcher(lines.get(i));
            if (!opened.matches()) {
                continue;
            }
            int begin = i + 1;
            do {
                i++;
                if (i == lines.size()) {
                    throw new AssertionError(page + ":" + begin + " opens a block that nothing closes");
                }
            } while (!lines.get(i).strip().equals(opened.group(1)));
            String text = String.join("\n", lines.subList(begin, i)) + "\n";
            blocks.add(new Block(page, begin, opened.group(2), text));
        }
        return blocks;
    }
}
