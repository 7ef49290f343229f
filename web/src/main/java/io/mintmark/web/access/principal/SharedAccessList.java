package io.mintmark.web.access.principal;

import io.mintmark.MintmarkException;
import io.mintmark.support.SharedText;
import io.mintmark.support.SharedText.State;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The access list of all nodes that share a store, in the same form as in a file. Thread-safe.
 *
 * <p>It obeys what the node heard last. An engine that does not answer changes nothing of that: nobody is locked out,
 * and nobody gets in again who was removed before.
 */
public final class SharedAccessList implements StoredAccessList {
    private static final int BYTES_MAX = 16 << 20;

    private final SharedText text;

    /** The list in {@code text}. */
    public SharedAccessList(SharedText text) {
        this.text = text;
    }

    /** A version, and whether its text is there. */
    private record Stamp(long version, boolean there) {}

    @Override
    public Object stamp() {
        State heard = text.heard();
        return new Stamp(heard.version(), heard.text().isPresent());
    }

    @Override
    public void refresh() {
        text.refresh();
    }

    @Override
    public void whenChanged(Runnable look) {
        text.whenHeard(look);
    }

    @Override
    public Optional<AccessList> read() {
        return list(text.heard());
    }

    private Optional<AccessList> list(State state) {
        try {
            return state.text().map(found -> AccessFormat.read(found.getBytes(StandardCharsets.UTF_8)));
        } catch (MintmarkException e) {
            throw new AccessListException(
                    "The access list " + shown() + " is not used, because " + e.getMessage()
                            + ": put back a good copy of the table access_list, or empty it and begin anew with `"
                            + firstCommand() + "`.",
                    e);
        }
    }

    @Override
    public void requireNotLost() {
        requireNotLost(text.heard());
    }

    private void requireNotLost(State state) {
        if (state.version() > 0 && state.text().isEmpty()) {
            throw new AccessListException("The access list " + shown() + " is missing, although its version "
                    + state.version() + " shows that access control was set up: put back the row of the table"
                    + " access_list that has this version, or begin anew with `" + firstCommand()
                    + "`. To ask nobody any more, stop all servers and set access to 0 in the table cluster.");
        }
    }

    @Override
    public AccessList change(UnaryOperator<AccessList> change) {
        return change(
                change,
                () -> new AccessListException("The access list " + shown()
                        + " is gone, so it is not changed: put it back, or begin anew with `" + firstCommand() + "`."));
    }

    @Override
    public AccessList changeOrBegin(UnaryOperator<AccessList> change) {
        return change(change, null);
    }

    private AccessList change(UnaryOperator<AccessList> change, @Nullable Supplier<AccessListException> missing) {
        State changed = text.change(state -> {
            Optional<AccessList> present = list(state);
            AccessList next =
                    change.apply(missing == null ? present.orElse(AccessList.NOBODY) : present.orElseThrow(missing));
            return written(next);
        });
        return list(changed).orElseThrow();
    }

    private static String written(AccessList list) {
        byte[] bytes = AccessFormat.write(list);
        if (bytes.length > BYTES_MAX) {
            throw new MintmarkException("An access list has at most " + BYTES_MAX + " bytes, but this one would have "
                    + bytes.length + ": remove principals that are not used.");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public String shown() {
        return "in the store " + text.shown();
    }

    @Override
    public String firstCommand() {
        return "mintmark access add NAME --operator --store …";
    }
}
