package io.mintmark.javascript.child;

import io.mintmark.internal.Ticker;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The process's main class: ends when its standard input does. */
public final class ScriptChild {
    /**
     * After so long without a sending, the next answer is sent, with those before it: the asker gives a silent process
     * up.
     */
    private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final DataInputStream in;
    private final DataOutputStream out;
    private final Scripts scripts;
    private final Map<Integer, Program> programs = new HashMap<>();
    private long sent = Ticker.SYSTEM.nanos();

    private ScriptChild(DataInputStream in, DataOutputStream out, Scripts scripts) {
        this.in = in;
        this.out = out;
        this.scripts = scripts;
    }

    /**
     * Serves requests; {@code args} has the milliseconds that one item may take, and those of a program to be loaded.
     */
    public static void main(String[] args) throws IOException {
        DataInputStream in =
                new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16));
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        try (Scripts scripts = new Scripts(millis(args[0]), millis(args[1]))) {
            new ScriptChild(in, out, scripts).serve();
        }
    }

    private static Duration millis(String text) {
        return Duration.ofMillis(Long.parseLong(text));
    }

    private void serve() throws IOException {
        scripts.warmUp();
        write(Answer.done(List.of()));
        out.flush();
        while (true) {
            int verb;
            try {
                verb = in.readByte();
            } catch (EOFException end) {
                return;
            }
            int program = in.readInt();
            if (verb == Frames.LOAD) {
                write(load(program));
            } else if (verb == Frames.KEEP) {
                programs.put(program, program());
            } else {
                evaluate(verb, program);
            }
            out.flush();
        }
    }

    private Answer load(int number) throws IOException {
        Program program = program();
        Answer collections = scripts.collections(program);
        if (collections.isDone()) {
            programs.put(number, program);
        }
        return collections;
    }

    private Program program() throws IOException {
        return new Program(Frames.readTexts(in), Frames.readTexts(in), Frames.readText(in));
    }

    private void evaluate(int verb, int number) throws IOException {
        Program program = programs.get(number);
        if (program == null) {
            throw new IOException("there is no program " + number);
        }
        boolean isEachSent = in.readBoolean();
        List<Call> calls = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            calls.add(verb == Frames.MAP ? map() : new Call.Reduce(Frames.readText(in), Frames.readText(in)));
        }
        scripts.evaluate(program, calls, new Sending(isEachSent));
    }

    private Call map() throws IOException {
        int[] maps = new int[in.readInt()];
        for (int i = 0; i < maps.length; i++) {
            maps[i] = in.readInt();
        }
        return new Call.Map(maps, Frames.readText(in));
    }

    private final class Sending implements Scripts.Answers {
        private final boolean isEachSent;

        Sending(boolean isEachSent) {
            this.isEachSent = isEachSent;
        }

        @Override
        public void take(Answer answer) throws IOException {
            if (isEachSent) {
                send(answer);
            } else {
                sendSoon(answer);
            }
        }

        @Override
        public void loading(boolean begins) throws IOException {
            out.writeByte(begins ? Frames.LOADING : Frames.LOADED);
            out.flush();
        }
    }

    private void sendSoon(Answer answer) throws IOException {
        if (Ticker.SYSTEM.nanos() - sent > TOGETHER_NANOS) {
            send(answer);
        } else {
            write(answer);
        }
    }

    private void send(Answer answer) throws IOException {
        write(answer);
        out.flush();
        sent = Ticker.SYSTEM.nanos();
    }

    private void write(Answer answer) throws IOException {
        out.writeByte(answer.isDone() ? Frames.DONE : Frames.FAILED);
        Frames.writeTexts(out, answer.texts());
    }
}
