// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/** What the real merge policies choose for made-up segments: no documents, sizes only. */
final class MergePlan {
  private MergePlan() {}

  /** Answers each line of the file {@code states} in the file {@code output}. */
  static Map<String, Object> run(Map<String, Object> command) throws Exception {
    long states = 0;
    long nanos = 0;
    try (BufferedReader in = Files.newBufferedReader(Path.of((String) command.get("states")));
        PrintWriter out =
            new PrintWriter(
                Files.newBufferedWriter(
                    Path.of((String) command.get("output")), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        State state = new State(Mapping.object(Json.parse(line), "state"));
        long start = System.nanoTime();
        MergePolicy.MergeSpecification specification = state.choose();
        nanos += System.nanoTime() - start;
        out.println(Json.write(Map.of("merges", names(specification))));
        states++;
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("states", states);
    answer.put("nanos", nanos);
    return answer;
  }

  private static List<List<String>> names(MergePolicy.MergeSpecification specification) {
    List<List<String>> merges = new ArrayList<>();
    if (specification != null) {
      for (MergePolicy.OneMerge merge : specification.merges) {
        merges.add(merge.segments.stream().map(s -> s.info.name).toList());
      }
    }
    return merges;
  }

  /** A directory that only knows how long its files are. */
  private static final class Lengths extends FilterDirectory {
    final Map<String, Long> lengths = new HashMap<>();

    Lengths() {
      super(new ByteBuffersDirectory());
    }

    @Override
    public long fileLength(String name) {
      return lengths.get(name);
    }
  }

  private static final class State implements MergePolicy.MergeContext {
    private final Lengths directory = new Lengths();
    private final SegmentInfos infos = new SegmentInfos(Version.LATEST.major);
    private final Set<SegmentCommitInfo> merging = new HashSet<>();
    private final Map<SegmentCommitInfo, Boolean> original = new HashMap<>();
    private final MergePolicy policy;
    private final String trigger;
    private final int maxSegments;

    State(Map<String, Object> state) {
      policy = Policies.create(state);
      trigger = Judge.text(state, "trigger", "natural");
      maxSegments = Judge.number(state, "max_segments", 1);
      List<?> names = state.get("merging") instanceof List<?> list ? list : List.of();
      for (Object segment : (List<?>) state.get("segments")) {
        add(Mapping.object(segment, "segment"), names);
      }
    }

    private void add(Map<String, Object> segment, List<?> mergingNames) {
      String name = (String) segment.get("name");
      SegmentInfo info =
          new SegmentInfo(
              directory,
              Version.LATEST,
              Version.LATEST,
              name,
              Judge.number(segment, "max_doc", 0),
              Boolean.TRUE.equals(segment.get("compound")),
              false,
              Codec.getDefault(),
              Map.of(),
              StringHelper.randomId(),
              Map.of(),
              null);
      info.setFiles(Set.of(name + ".cfs"));
      directory.lengths.put(name + ".cfs", ((Number) segment.get("bytes")).longValue());
      SegmentCommitInfo commit =
          new SegmentCommitInfo(
              info, Judge.number(segment, "deleted", 0), 0, -1, -1, -1, StringHelper.randomId());
      infos.add(commit);
      original.put(commit, Boolean.TRUE);
      if (mergingNames.contains(name)) {
        merging.add(commit);
      }
    }

    MergePolicy.MergeSpecification choose() throws IOException {
      return switch (trigger) {
        case "natural" -> policy.findMerges(MergeTrigger.EXPLICIT, infos, this);
        case "full_flush" -> policy.findFullFlushMerges(MergeTrigger.FULL_FLUSH, infos, this);
        case "expunge" -> policy.findForcedDeletesMerges(infos, this);
        case "force" -> policy.findForcedMerges(infos, maxSegments, original, this);
        default -> throw new IllegalArgumentException("unknown trigger " + trigger);
      };
    }

    @Override
    public int numDeletesToMerge(SegmentCommitInfo info) {
      return info.getDelCount();
    }

    @Override
    public int numDeletedDocs(SegmentCommitInfo info) {
      return info.getDelCount();
    }

    @Override
    public InfoStream getInfoStream() {
      return InfoStream.NO_OUTPUT;
    }

    @Override
    public Set<SegmentCommitInfo> getMergingSegments() {
      return merging;
    }
  }
}
