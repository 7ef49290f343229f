package io.mintmark.testkit;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/** The program that {@link OtherJvm} starts: it opens sources and calls them as it is asked, until its input ends. */
final class OtherProgramMain {
    private static final int TEXT_MAX = 10_000;

    private final DataInputStream requests;
    private final DataOutputStream answers;
    private final List<RangeSource> sources = new ArrayList<>();

    private OtherProgramMain(DataInputStream requests, DataOutputStream answers) {
        this.requests = requests;
        this.answers = answers;
    }

    /** Serves the parent process; sources that print must not be taken for answers. */
    public static void main(String... none) throws IOException {
        DataOutputStream answers =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        System.setOut(System.err);
        try {
            new OtherProgramMain(new DataInputStream(new BufferedInputStream(System.in)), answers).serve();
        } catch (EOFException parentEnded) {
            // Nothing is left to do.
        } finally {
            // Pools have threads that are no daemons.
            Runtime.getRuntime().halt(0);
        }
    }

    private void serve() throws IOException {
        while (true) {
            int request = requests.readByte();
            Answer answer = answer(request);
            answer.write(answers);
            answers.flush();
        }
    }

    /** Writes the answer to one request. */
    private interface Answer {
        void write(DataOutputStream to) throws IOException;
    }

    /** Calls a source; whatever it throws is an answer. */
    private interface Call {
        Answer run() throws ReflectiveOperationException;
    }

    private Answer answer(int request) throws IOException {
        if (request == OtherJvm.OPEN) {
            String opener = requests.readUTF();
            String address = requests.readUTF();
            return called(() -> open(opener, address));
        }
        RangeSource source = sources.get(requests.readInt());
        return switch (request) {
            case OtherJvm.RESERVE -> {
                long size = requests.readLong();
                yield called(() -> {
                    var range = source.reserve(size);
                    return to -> OtherJvm.writeRange(to, range);
                });
            }
            case OtherJvm.GIVE_BACK -> {
                var range = OtherJvm.readRange(requests);
                long lastIssued = requests.readLong();
                yield called(() -> {
                    boolean accepted = source.giveBack(range, lastIssued);
                    return to -> to.writeBoolean(accepted);
                });
            }
            default -> {
                long atLeast = requests.readLong();
                yield called(() -> {
                    long stands = source.raise(atLeast);
                    return to -> to.writeLong(stands);
                });
            }
        };
    }

    private Answer open(String opener, String address) throws ReflectiveOperationException {
        Constructor<?> maker = Class.forName(opener).getDeclaredConstructor();
        maker.setAccessible(true);
        sources.add(((RangeSourceOpener) maker.newInstance()).open(address));
        int source = sources.size() - 1;
        return to -> to.writeInt(source);
    }

    private static Answer called(Call call) {
        try {
            Answer result = call.run();
            return to -> {
                to.writeByte(OtherJvm.DONE);
                result.write(to);
            };
        } catch (ExhaustedException e) {
            return refused(OtherJvm.EXHAUSTED, String.valueOf(e.getMessage()));
        } catch (RangeSourceException e) {
            return refused(OtherJvm.UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError | AssertionError e) {
            return refused(OtherJvm.FAILED, e.toString());
        }
    }

    private static Answer refused(int how, String why) {
        return to -> {
            to.writeByte(how);
            to.writeUTF(why.substring(0, Math.min(why.length(), TEXT_MAX)));
        };
    }
}
