package io.mintmark.server.documents;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.server.documents.batch.DocumentSplitter;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.support.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Paths of includes over a document: together they find what each finds alone. And patterns of ids, by a table. */
public final class IncludesTarget implements FuzzTarget {
    private static final Json JSON = new Json(128);
    private static final int PATHS_MAX = 4;
    private static final int TABLE_MAX = 100;

    private final DocumentSplitter splitter = new DocumentSplitter(JSON, 1 << 20, 256);

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        boolean pattern = input.flag();
        if (pattern) {
            patterns(input.textUpTo('\n'), input.text());
            return;
        }
        List<String> paths = new ArrayList<>();
        for (int count = 1 + input.below(PATHS_MAX); count > 0; count--) {
            paths.add(input.textUpTo('\n'));
        }
        Includes together = new Includes(JSON, paths);
        StoredDocument document =
                new StoredDocument(DocumentId.of("a"), splitter.split(input.rest()), "A:1", 1, Instant.EPOCH);
        Set<String> alone = new HashSet<>();
        for (String path : paths) {
            alone.addAll(found(new Includes(JSON, List.of(path)), document));
        }
        Check.equal(alone, found(together, document), "paths find together what each finds alone");
    }

    private static Set<String> found(Includes includes, StoredDocument document) {
        Set<String> found = new HashSet<>();
        includes.follow(document, found::add);
        return found;
    }

    private static void patterns(String patterns, String text) {
        IdGlob pattern = IdGlob.parse(patterns);
        if (patterns.length() > TABLE_MAX || text.length() > TABLE_MAX || pattern.isEmpty()) {
            return;
        }
        boolean matches = false;
        for (String alternative : KeyForm.of(patterns).split("\\|", -1)) {
            matches |= byTable(alternative, text);
        }
        Check.equal(matches, pattern.matches(text), "a pattern matches what its definition says");
    }

    /** The definition, by dynamic programming: {@code row[t]} says whether the pattern so far matches t characters. */
    private static boolean byTable(String pattern, String text) {
        boolean[] row = new boolean[text.length() + 1];
        row[0] = true;
        for (int p = 0; p < pattern.length(); p++) {
            boolean[] next = new boolean[row.length];
            char c = pattern.charAt(p);
            for (int t = 0; t < row.length; t++) {
                boolean one = t > 0 && row[t - 1] && (c == '?' || c == text.charAt(t - 1));
                next[t] = c == '*' ? row[t] || t > 0 && next[t - 1] : one;
            }
            row = next;
        }
        return row[text.length()];
    }
}
