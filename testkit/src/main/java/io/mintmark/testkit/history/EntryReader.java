package io.mintmark.testkit.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes events of entries. Operations that are not complete are in memory; used once, by one thread. */
final class EntryReader {
    private final Consumer<Event> reader;
    private final Map<Long, Operation> open = new TreeMap<>();
    private final List<String> names = new ArrayList<>();
    private long operations;
    private long time;
    private boolean isWhole;

    EntryReader(Consumer<Event> reader) {
        this.reader = reader;
    }

    /** Returns whether the last entry was read. */
    boolean isWhole() {
        return isWhole;
    }

    /** Returns operations without a completion, in the order of their invocations. */
    Collection<Operation> open() {
        return open.values();
    }

    void read(byte[] block) {
        ByteParser bytes = new ByteParser(block);
        while (!bytes.isAtEnd()) {
            read(bytes);
        }
    }

    private void read(ByteParser bytes) {
        if (isWhole) {
            throw new HistoryException("a history must end with its last entry: more follows");
        }
        EntryKind kind = EntryKind.of(bytes.octet());
        if (kind == EntryKind.END) {
            end(bytes.unsigned());
        } else if (kind == EntryKind.ISSUE) {
            issued(bytes);
        } else if (kind.compareTo(EntryKind.NUMBERS) < 0) {
            time += bytes.unsigned();
            began(kind, bytes);
        } else {
            time += bytes.unsigned();
            ended(kind, bytes);
        }
    }

    private void end(long count) {
        if (count != operations) {
            throw new HistoryException(
                    "a history must hold as many operations as its end says: " + operations + " of " + count);
        }
        isWhole = true;
    }

    private void issued(ByteParser bytes) {
        long first = time + bytes.signed();
        long last = first + bytes.unsigned();
        String process = name(bytes);
        String name = name(bytes);
        long low = bytes.signed();
        Act act = new Act.Issue(name, low, low + bytes.unsigned());
        operations++;
        reader.accept(new Event.Ended(new Operation(operations, process, act, first, last, new Outcome.Done())));
    }

    private void began(EntryKind kind, ByteParser bytes) {
        String process = name(bytes);
        Act act = act(kind, name(bytes), bytes);
        operations++;
        Operation begun = new Operation(operations, process, act, time, Operation.NEVER, new Outcome.Unknown());
        open.put(operations, begun);
        reader.accept(new Event.Began(begun));
    }

    private void ended(EntryKind kind, ByteParser bytes) {
        long number = operations - bytes.unsigned();
        Outcome outcome = outcome(kind, bytes);
        Operation begun = open.remove(number);
        if (begun == null) {
            throw new HistoryException("a completion must follow its invocation, and be the only one: #" + number);
        }
        reader.accept(
                new Event.Ended(new Operation(number, begun.process(), begun.act(), begun.began(), time, outcome)));
    }

    private static Act act(EntryKind kind, String name, ByteParser bytes) {
        return switch (kind) {
            case RESERVE -> new Act.Reserve(name);
            case GIVE_BACK -> giveBack(name, bytes);
            case DROP -> new Act.Drop(name);
            case NEXT_IDENTITY -> new Act.NextIdentity(name, optional(bytes));
            case ASK -> new Act.Ask(name, bytes.text());
            case WRITE -> new Act.Write(name, optional(bytes));
            case DELETE -> new Act.Delete(name, optional(bytes));
            case READ -> new Act.Read(name);
            default -> new Act.Walk(name);
        };
    }

    private static Act giveBack(String name, ByteParser bytes) {
        long last = bytes.signed();
        return new Act.GiveBack(name, last, last + bytes.unsigned());
    }

    private static Outcome outcome(EntryKind kind, ByteParser bytes) {
        return switch (kind) {
            case NUMBERS -> numbers(bytes);
            case TEXT -> new Outcome.Text(bytes.text());
            case IDS -> ids(bytes);
            case DONE -> new Outcome.Done();
            default -> new Outcome.Failed();
        };
    }

    private static Outcome numbers(ByteParser bytes) {
        long low = bytes.signed();
        return new Outcome.Numbers(low, low + bytes.unsigned());
    }

    private static Outcome ids(ByteParser bytes) {
        String[] ids = new String[bytes.count()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = bytes.text();
        }
        return new Outcome.Ids(List.of(ids));
    }

    private String name(ByteParser bytes) {
        long known = bytes.unsigned();
        if (known > 1) {
            return names.get((int) known - 2);
        }
        String name = bytes.text();
        if (known == 1) {
            names.add(name);
        }
        return name;
    }

    private static @Nullable String optional(ByteParser bytes) {
        return bytes.octet() == 0 ? null : bytes.text();
    }
}
