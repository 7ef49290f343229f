package io.mintmark.lab.peers;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.mintmark.lab.process.Answer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/**
 * Measures one client in this JVM and answers with one line of numbers; uses the JDK and that client, nothing else.
 *
 * <p>Arguments: {@code ours} or {@code official}, the server's URL, a database, a task, and what the task says.
 */
final class ClientRun {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Drawn between two looks at the clock. */
    private static final int IDS_PER_LOOK = 1_000;

    @SuppressWarnings("unused") // written so that the compiler cannot drop the calls
    private static volatile int sink;

    private final Subject subject;

    private ClientRun(Subject subject) {
        this.subject = subject;
    }

    public static void main(String... args) throws InterruptedException {
        long start = System.nanoTime();
        try (Subject subject =
                args[0].equals("ours") ? new OurClient(args[1], args[2]) : new OfficialClient(args[1], args[2])) {
            ClientRun run = new ClientRun(subject);
            switch (args[3]) {
                case "first" -> {
                    sink = subject.nextId().length();
                    Answer.print((System.nanoTime() - start) / 1e6, PROCESS.getProcessCpuTime() / 1e6);
                }
                case "ids" -> run.ids(Integer.parseInt(args[4]), Long.parseLong(args[5]), Long.parseLong(args[6]));
                case "save" -> run.documents(subject::save, Integer.parseInt(args[4]), Long.parseLong(args[5]));
                case "bulk" -> run.documents(subject::bulkInsert, Integer.parseInt(args[4]), Long.parseLong(args[5]));
                default -> throw new IllegalArgumentException("no such task: " + args[3]);
            }
        }
    }

    /** Answers with ids a second of all threads, and bytes allocated by them for each. */
    private void ids(int threads, long warmUpMillis, long millis) throws InterruptedException {
        draw(threads, warmUpMillis);
        double[] measured = draw(threads, millis);
        Answer.print(measured[0], measured[1]);
    }

    private double[] draw(int threads, long millis) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(threads);
        List<Drawing> drawings = new ArrayList<>();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Drawing drawing = new Drawing(ready, millis * 1_000_000);
            Thread thread = new Thread(drawing, "drawing");
            thread.start();
            drawings.add(drawing);
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        double ids = drawings.stream().mapToLong(drawing -> drawing.ids).sum();
        double bytes = drawings.stream().mapToLong(drawing -> drawing.bytes).sum();
        double perSecond = drawings.stream()
                .mapToDouble(drawing -> drawing.ids * 1e9 / drawing.nanos)
                .sum();
        return new double[] {perSecond, bytes / ids};
    }

    /** One thread that draws ids until the time is over. */
    private final class Drawing implements Runnable {
        private final CountDownLatch ready;
        private final long nanosMax;
        private long ids;
        private long bytes;
        private long nanos;

        Drawing(CountDownLatch ready, long nanosMax) {
            this.ready = ready;
            this.nanosMax = nanosMax;
        }

        @Override
        public void run() {
            ready.countDown();
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            int length = 0;
            do {
                for (int i = 0; i < IDS_PER_LOOK; i++) {
                    length += subject.nextId().length();
                }
                ids += IDS_PER_LOOK;
                nanos = System.nanoTime() - start;
            } while (nanos < nanosMax);
            bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
            sink = length;
        }
    }

    /** Answers with documents a second, and microseconds of this process's processor time for each. */
    private void documents(IntConsumer storing, int atOnce, long warmUpMillis) {
        store(storing, atOnce, warmUpMillis);
        double[] measured = store(storing, atOnce, 2 * warmUpMillis);
        Answer.print(measured[0], measured[1]);
    }

    private static double[] store(IntConsumer storing, int atOnce, long millis) {
        long cpu = PROCESS.getProcessCpuTime();
        long start = System.nanoTime();
        long documents = 0;
        do {
            storing.accept(atOnce);
            documents += atOnce;
        } while (System.nanoTime() - start < millis * 1_000_000);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new double[] {documents / seconds, (PROCESS.getProcessCpuTime() - cpu) / 1e3 / documents};
    }
}
