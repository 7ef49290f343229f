package io.mintmark.lab.attack.script;

import io.mintmark.lab.template.ByteTemplate;
import io.mintmark.lab.template.Macros;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** The behaviours of the resource {@code scripts.txt}, whose first lines say how it is written. */
public final class ScriptTable {
    private static final String RESOURCE = "/io/mintmark/lab/attack/scripts.txt";
    private static final Pattern GROUP = Pattern.compile("\\[(\\w+)\\].*");
    private static final Pattern DEFINITION = Pattern.compile("([a-z ]+) = (.*)");
    private static final Pattern KIND = Pattern.compile("(.+?): (\\d+)((?:, [a-z]+(?: \\w+)?)*)");
    private static final String VALUE = "  ";
    /** As often as the swarm looks. */
    private static final long ALWAYS_MILLIS = 1;

    private static final long RETURN_MILLIS = 1_000;

    private final Macros macros = new Macros();
    private final List<Draft> drafts = new ArrayList<>();
    private final long dripMillis;

    /** A kind as it is written. */
    private record Draft(String group, String name, int share, String words, List<String> values) {
        String value(int index) {
            return index < values.size() ? values.get(index) : "";
        }
    }

    /**
     * Reads the table.
     *
     * @param dripMillis how often those send a piece that send piece by piece
     * @param tls how to speak TLS with the server, if it does
     */
    public ScriptTable(long dripMillis, Optional<SSLContext> tls) {
        this.dripMillis = dripMillis;
        tls.ifPresent(this::defineHello);
        String group = "";
        for (String line : lines()) {
            Matcher begun = GROUP.matcher(line);
            group = begun.matches() ? begun.group(1) : group;
            take(group, line);
        }
    }

    private void take(String group, String line) {
        Matcher definition = DEFINITION.matcher(line);
        Matcher kind = KIND.matcher(line);
        if (line.startsWith(VALUE)) {
            drafts.get(drafts.size() - 1).values.add(line.substring(VALUE.length()));
        } else if (group.isEmpty() && definition.matches()) {
            macros.define(definition.group(1), definition.group(2));
        } else if (kind.matches()) {
            int share = Integer.parseInt(kind.group(2));
            drafts.add(new Draft(group, kind.group(1), share, kind.group(3) + ",", new ArrayList<>()));
        }
    }

    private void defineHello(SSLContext tls) {
        byte[] hello;
        try {
            hello = new TlsPipe(tls).begin();
        } catch (SSLException e) {
            throw new IllegalStateException("a client begins by itself", e);
        }
        byte[] damaged = hello.clone();
        damaged[hello.length / 2] ^= 1;
        macros.define("hello", hex(hello))
                .define("half hello", hex(Arrays.copyOf(hello, hello.length / 2)))
                .define("damaged hello", hex(damaged));
    }

    private static String hex(byte[] bytes) {
        return "⟦x:" + HexFormat.of().formatHex(bytes) + "⟧";
    }

    /** Returns all kinds of some groups. */
    public List<Script> of(String... groups) {
        List<String> asked = List.of(groups);
        return drafts.stream()
                .filter(draft -> asked.contains(draft.group))
                .map(this::script)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static List<String> lines() {
        try (InputStream in = Objects.requireNonNull(ScriptTable.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Script script(Draft draft) {
        String words = draft.words;
        return new Script(
                draft.name,
                bytes(draft.value(0)),
                bytes(draft.value(1)),
                words.contains(" drips,") ? dripMillis : words.contains(" always,") ? ALWAYS_MILLIS : 0,
                !words.contains(" deaf,"),
                number(words, "leaves", 0),
                number(words, "returns", RETURN_MILLIS),
                draft.share,
                words.contains(" raw,"),
                argument(words, "as").orElse(""));
    }

    private byte[] bytes(String text) {
        return ByteTemplate.of(macros.expand(text)).bytes();
    }

    private static long number(String words, String word, long usual) {
        return argument(words, word).map(Long::parseLong).orElse(usual);
    }

    private static Optional<String> argument(String words, String word) {
        Matcher found = Pattern.compile(" " + word + " (\\w+),").matcher(words);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
