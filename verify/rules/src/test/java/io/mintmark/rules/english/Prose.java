package io.mintmark.rules.english;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences of a file: of a page those outside of code blocks, of a Java source those of its comments. */
final class Prose {
    private static final Pattern BLOCK_COMMENT = Pattern.compile("/\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern LINE_COMMENTS = Pattern.compile("(?m)(?:^[ \\t]*//.*\\R)+");
    private static final Pattern SCRIPT_COMMENTS = Pattern.compile("(?m)(?:^[ \\t]*#.*\\R)+");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?```");
    private static final Pattern PAGE_BLOCK = Pattern.compile("\\R\\s*\\R|\\R[-*|#] ?|(?m)^\\d+\\. |\\|");
    private static final Pattern PARAGRAPH =
            Pattern.compile("<p>|<li>|<b>[^<]*</b>|\\R\\s*\\R|@(?:param|return|throws) \\S+");
    private static final Pattern COMMENT_MARGIN = Pattern.compile("(?m)^[ \\t]*(?:\\*|//|#)+ ?");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!:;?])\\s+");
    private static final Pattern DECORATION = Pattern.compile("^[*_`>(\\-\\s]+");

    private Prose() {}

    /** Returns the sentences of {@code text}, a file of that name, each on one line. */
    static List<String> sentences(String name, String text) {
        List<String> sentences = new ArrayList<>();
        for (String block : blocks(name.toLowerCase(Locale.ROOT), text)) {
            for (String paragraph : PARAGRAPH.split(block, -1)) {
                String line = paragraph.replaceAll("\\s+", " ").strip();
                SENTENCE_END
                        .splitAsStream(line)
                        .map(sentence -> DECORATION.matcher(sentence).replaceFirst(""))
                        .filter(sentence -> !sentence.isEmpty())
                        .forEach(sentences::add);
            }
        }
        return sentences;
    }

    private static List<String> blocks(String name, String text) {
        if (name.endsWith(".md")) {
            return PAGE_BLOCK
                    .splitAsStream(CODE_BLOCK.matcher(text).replaceAll("\n\n"))
                    .toList();
        }
        Stream<MatchResult> comments = name.endsWith(".java")
                ? Stream.concat(
                        BLOCK_COMMENT.matcher(text).results(),
                        LINE_COMMENTS.matcher(text).results())
                : SCRIPT_COMMENTS.matcher(text).results();
        return comments.map(comment -> COMMENT_MARGIN.matcher(body(comment)).replaceAll(""))
                .toList();
    }

    private static String body(MatchResult comment) {
        return comment.groupCount() > 0 ? comment.group(1) : comment.group();
    }
}
