package io.mintmark.docs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every Markdown page of the repository, and the fenced blocks in it. */
final class Pages {
    static final Path ROOT = Path.of("..", "..", "..").toAbsolutePath().normalize();
    private static final Pattern FENCE = Pattern.compile("\\s*(```+)\\s*(\\S*)\\s*");
    private static final Pattern ELSEWHERE = Pattern.compile("target|\\..+|node_modules");

    private Pages() {}

    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path page : pages()) {
            blocks.addAll(blocks(ROOT.relativize(page).toString(), Files.readAllLines(page)));
        }
        return blocks;
    }

    /** Leaves out what builds make: other modules are built at the same time, and their files come and go. */
    static SortedSet<Path> pages() throws IOException {
        SortedSet<Path> pages = new TreeSet<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean elsewhere = !directory.equals(ROOT)
                        && ELSEWHERE.matcher(directory.getFileName().toString()).matches();
                return elsewhere ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(".md") && !ELSEWHERE.matcher(name).matches()) {
                    pages.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return pages;
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
