package io.mintmark.lab.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** The behaviours of the resource {@code scripts.txt}, whose first lines say how it is written. */
public final class ScriptTable {
    private static final String RESOURCE = "/io/mintmark/lab/attack/scripts.txt";
    /** As often as the swarm looks. */
    private static final long ALWAYS_MILLIS = 1;

    private static final long RETURN_MILLIS = 1_000;

    private final long dripMillis;
    private final List<Table.Entry> entries;

    /**
     * Reads the table.
     *
     * @param dripMillis how often those send a piece that send piece by piece
     * @param tls how to speak TLS with the server, if it does
     */
    public ScriptTable(long dripMillis, Optional<SSLContext> tls) {
        this.dripMillis = dripMillis;
        this.entries = Table.entries(RESOURCE, tls.map(ScriptTable::hellos).orElseGet(Macros::new));
    }

    private static Macros hellos(SSLContext tls) {
        byte[] hello;
        try {
            hello = new TlsPipe(tls).begin();
        } catch (SSLException e) {
            throw new IllegalStateException("a client begins by itself", e);
        }
        byte[] damaged = hello.clone();
        damaged[hello.length / 2] ^= 1;
        return new Macros()
                .define("hello", hex(hello))
                .define("half-hello", hex(Arrays.copyOf(hello, hello.length / 2)))
                .define("damaged-hello", hex(damaged));
    }

    private static String hex(byte[] bytes) {
        return "⟦x:" + HexFormat.of().formatHex(bytes) + "⟧";
    }

    /** Returns all kinds of some groups. */
    public List<Script> of(String... groups) {
        List<String> asked = List.of(groups);
        return entries.stream()
                .filter(entry -> asked.contains(entry.section().name()))
                .map(this::script)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private Script script(Table.Entry entry) {
        String words = " " + entry.text() + ",";
        return new Script(
                entry.name(),
                value(entry, 0),
                value(entry, 1),
                words.contains(" drips,") ? dripMillis : words.contains(" always,") ? ALWAYS_MILLIS : 0,
                !words.contains(" deaf,"),
                number(words, "leaves", 0),
                number(words, "returns", RETURN_MILLIS),
                (int) number(words, "share", 0),
                words.contains(" raw,"),
                argument(words, "as").orElse(""));
    }

    private static byte[] value(Table.Entry entry, int index) {
        List<String> values = entry.values();
        return ByteTemplate.of(entry.macros().expand(index < values.size() ? values.get(index) : ""))
                .bytes();
    }

    private static long number(String words, String word, long usual) {
        return argument(words, word).map(Long::parseLong).orElse(usual);
    }

    private static Optional<String> argument(String words, String word) {
        Matcher found = Pattern.compile(" " + word + " (\\w+),").matcher(words);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
