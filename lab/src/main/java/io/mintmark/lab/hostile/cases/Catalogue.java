package io.mintmark.lab.hostile.cases;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** All hostile cases, in the order in which they are run: those of the resource {@code cases.txt}. */
public final class Catalogue {
    private static final String RESOURCE = "/io/mintmark/lab/hostile/cases.txt";
    private static final List<HostileCase> ALL = read();

    private Catalogue() {}

    private static List<HostileCase> read() {
        try (InputStream in = Objects.requireNonNull(Catalogue.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return CaseFile.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<HostileCase> all() {
        return ALL;
    }

    /** Returns the first case of each run: a server that does not refuse it, or a run that does not see it, is no proof. */
    public static HostileCase control() {
        return ALL.get(0);
    }

    /** Returns the cases in whose names {@code pattern} is found. */
    public static List<HostileCase> named(Pattern pattern) {
        return ALL.stream().filter(each -> pattern.matcher(each.name()).find()).toList();
    }
}
